import { UpdatePrompt } from '../background/update-prompt.tsx'
import { ConnectionBar } from '../ui/connection-bar.tsx'
import { StorageBar } from '../ui/storage-bar.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** What speaks up beside the screens: connection, toasts, new versions. */
export function Around() {
  return (
    <>
      <div className="bars">
        <ConnectionBar />
        <StorageBar />
      </div>
      <UpdatePrompt />
      <Toaster />
    </>
  )
}
