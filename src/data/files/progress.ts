import { createStore } from '../../lib/store.ts'

/** The file that is being sent by this page, and how many of its bytes have arrived. */
export const sending = createStore<{ id: string; sent: number } | undefined>(undefined)

/** Whether files wait for the person, since the device saves data. */
export const savesData = (): boolean => {
  // only Chromium tells
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
