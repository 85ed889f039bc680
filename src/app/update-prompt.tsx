import { type FocusEvent, useRef, useSyncExternalStore } from 'react'
import { acceptUpdate, postponeUpdate, updateReady } from '../sync/worker.ts'
import { lazyPart } from '../ui/loading/late-part.tsx'
import { focusHeading } from './focus.ts'

// loaded late: only a worker brings a new version, and it has cached this chunk
const UpdateOffer = lazyPart(() => import('../ui/feedback/update-offer.tsx').then((module) => module.UpdateOffer))

/** Offers a new version. The page reloads only when the person accepts. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(updateReady.subscribe, updateReady.get)
  const before = useRef<Element>(null)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }
  const onLater = () => {
    postponeUpdate()
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    else focusHeading()
  }
  return (
    <div role="status" onFocus={onFocus}>
      {ready && <UpdateOffer onAccept={() => void acceptUpdate()} onLater={onLater} />}
    </div>
  )
}
