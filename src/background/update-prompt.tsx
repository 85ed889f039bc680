import { useSyncExternalStore } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { acceptUpdate, updateReady } from './worker-client.ts'

// loaded late: only a worker brings a new version, and it has cached this chunk
const UpdateOffer = lazyPart(() => import('../ui/update-offer.tsx').then((module) => module.UpdateOffer))

/** Offers a new version. The page reloads only when the person accepts. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(updateReady.subscribe, updateReady.get)
  return <div role="status">{ready && <UpdateOffer onAccept={() => void acceptUpdate()} />}</div>
}
