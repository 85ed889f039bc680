import { useSyncExternalStore } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { acceptUpdate, updateReady } from './worker-client.ts'

// a new version comes with a worker, which has saved this file
const UpdateOffer = lazyPart(() => import('../ui/update-offer.tsx').then((module) => module.UpdateOffer))

/** Offers a new version and waits: nothing reloads by itself. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(updateReady.subscribe, updateReady.get)
  return <div role="status">{ready && <UpdateOffer onAccept={() => void acceptUpdate()} />}</div>
}
