import { parseToWorker, type ToWorker } from '../contract/sw-messages.ts'
import { leave, untilLeft } from './leave.ts'
import { addPictures, removeSavedPictures, reportPictures, savePictures, stopSavingPictures } from './saved-pictures.ts'
import { saveStartPage } from './start-page.ts'
import { sendOutbox } from './sync-events.ts'

/** Handles the messages of pages and ignores all others. */
export function listenToPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message = parseToWorker(event.data)
    // a failure needs no answer: the page reads from the database what was saved
    if (message) event.waitUntil(untilLeft(handle(worker, message)).catch(() => undefined))
  })
}

async function handle(worker: ServiceWorkerGlobalScope, message: ToWorker): Promise<unknown> {
  switch (message.kind) {
    case 'SAVE_START_PAGE':
      return saveStartPage(message.locale)
    case 'SKIP_WAITING':
      // pages send this only after the person has pressed Reload
      return worker.skipWaiting()
    case 'LEAVE':
      return leave()
    case 'PRODUCTS_CHANGED':
      return addPictures(message.ids)
    case 'SEND_OUTBOX':
      return sendOutbox()
    case 'SAVE_PICTURES':
      return savePictures()
    case 'STOP_SAVING_PICTURES':
      return stopSavingPictures()
    case 'REMOVE_PICTURES':
      return removeSavedPictures()
    case 'REPORT_PICTURES':
      return reportPictures()
  }
}
