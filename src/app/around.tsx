import { UpdatePrompt } from '../background/update-prompt.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { Bars } from './bars.tsx'

/** What speaks up beside the screens: connection, new versions, toasts. */
export function Around() {
  return (
    <>
      <Bars />
      <UpdatePrompt />
      <Toaster />
    </>
  )
}
