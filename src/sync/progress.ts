import { createStore } from '../lib/store.ts'
import { onWorkerMessage } from './worker-channel.ts'

/** The file that is being sent by this page or by the worker, and how many of its bytes have arrived. */
export const sending = createStore<{ id: string; sent: number } | undefined>(undefined)

/** Calls `listener` after each change of `sending`, also by the worker. Returns a function that stops it. */
export function followSending(listener: () => void): () => void {
  const stops = [
    sending.subscribe(listener),
    onWorkerMessage((message) => {
      if (message.kind === 'FILE_SENDING') sending.set(message.file)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
