import { type FromWorker, parseFromWorker, type ToWorker } from '../../contract/sw-messages.ts'

/** Undefined on plain HTTP, in some private windows and in tests: the app then works without a worker. */
function workers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** Sends a message to the worker that controls this page. False when there is none. */
export function tellWorker(message: ToWorker): boolean {
  const worker = workers()?.controller
  worker?.postMessage(message)
  return worker !== undefined && worker !== null
}

/** Listens to messages of the worker; returns a function that stops it. */
export function onWorkerMessage(listener: (message: FromWorker) => void): () => void {
  const container = workers()
  if (!container) return () => undefined
  const receive = (event: MessageEvent) => {
    const message = parseFromWorker(event.data)
    if (message) listener(message)
  }
  container.addEventListener('message', receive)
  // delivers messages that arrived before there was a listener
  container.startMessages()
  return () => container.removeEventListener('message', receive)
}
