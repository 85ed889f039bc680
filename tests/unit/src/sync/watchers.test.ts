import { setupI18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { persistStorage, watchStartPage } from '../../../../src/app/background.ts'
import { createDatabase, putValue, type ShopDatabase } from '../../../../src/db/database.ts'
import { until } from '../../../support/until.ts'

let db: ShopDatabase
let stop: AbortController
beforeEach(() => {
  db = createDatabase(`watchers-${Math.random()}`)
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'storage')
  await db.delete()
})

/** A worker that controls the page; returns what it is told. */
function workerOfPage() {
  const told: unknown[] = []
  const container = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    controller: { postMessage: (message: unknown) => void told.push(message) },
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  return { told, container }
}

describe('the start page', () => {
  test('is saved at once, in the new language after a change, and for a new worker', async () => {
    const { told, container } = workerOfPage()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
    const i18n = setupI18n({ locale: 'en', messages: { en: {}, es: {} } })
    watchStartPage({ db }, i18n, stop.signal)
    const page = (locale: string) => ({ kind: 'SAVE_START_PAGE', locale })
    await until(() => expect(told).toEqual([page('en')]))
    i18n.activate('es')
    await until(() => expect(told).toEqual([page('en'), page('es')]))
    container.dispatchEvent(new Event('controllerchange'))
    await until(() => expect(told).toEqual([page('en'), page('es'), page('es')]))
  })

  test('is saved again after a change of the catalogue or the settings, whose logo the tab shows', async () => {
    const { told } = workerOfPage()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
    const shop = (version: number, logo = '') => putValue(db, 'shop', { ...newShop, name: 'Quay', version, logo })
    const catalogue = (cursor: string, complete = true) => putValue(db, 'catalogue', { cursor, at: 1, complete })
    const link = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon', href: '/old' }))
    watchStartPage({ db }, setupI18n({ locale: 'en', messages: { en: {} } }), stop.signal)
    await until(() => expect(told).toHaveLength(1))
    await shop(3, '/images/0123456789abcdef/640.webp')
    await until(() => expect(told).toHaveLength(2))
    expect(link.getAttribute('href')).toBe('/images/0123456789abcdef/icon-192.png')
    // the first page of a fill is not shown
    await catalogue('1', false)
    await catalogue('2')
    await until(() => expect(told).toHaveLength(3))
    await db.keyValue.update('catalogue', { value: { cursor: '2', at: 2, complete: true } })
    await shop(4)
    await until(() => expect(told).toHaveLength(4))
    link.remove()
  })
})

describe('persistent storage', () => {
  function storage(isPersisted: boolean) {
    const persist = vi.fn(async () => true)
    const value = { persist, persisted: async () => isPersisted }
    Object.defineProperty(navigator, 'storage', { configurable: true, value })
    return persist
  }
  const draft = (id: string) => db.drafts.put({ id, name: id, lines: [], createdAt: 1, updatedAt: 1 })

  test('is asked for once, when there is something to lose', async () => {
    const persist = storage(false)
    persistStorage(db, stop.signal)
    await db.keyValue.count()
    expect(persist).not.toHaveBeenCalled()
    await draft('a')
    await until(() => expect(persist).toHaveBeenCalledTimes(1))
    await draft('b')
    await db.drafts.count()
    expect(persist).toHaveBeenCalledTimes(1)
  })
})
