import { Plural } from '@lingui/react/macro'

/** How many files of messages that have gone are still on this device. */
export function FilesWaiting({ files }: { files: number }) {
  return (
    <Plural
      value={files}
      one="# file of a message is still on this device and was not sent yet."
      other="# files of messages are still on this device and were not sent yet."
    />
  )
}
