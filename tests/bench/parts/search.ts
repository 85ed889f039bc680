import type { Page } from 'playwright-core'
import { startShapingProxy } from '../../support/shaping-proxy.ts'
import { lineQuiet, openPage, openPhone, workerReady } from '../browser.ts'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

const words = ['hake', 'merlu', 'crab', 'sardi', 'pulpo']

/** All in ms from the key. */
interface Stroke {
  /** until the results that belong to it are painted; for a key that changes none, until the key is painted */
  results: number
  /** until anything at all was painted anew for the last time: pictures that cannot be had give way to a drawing */
  settled: number
  /** until the first paint after it, as the browser tells, in steps of 8 */
  paint: number
}

interface Noted {
  at: number
  results: number
  settled: number
  paint: number
}

/** Listens in the page: for each key, when what is under it changed for the last time before the next key. */
function listen() {
  const strokes: Noted[] = []
  Object.assign(globalThis, { strokes })
  const painted = (note: (now: number) => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => note(performance.now())
    requestAnimationFrame(() => port2.postMessage(0))
  }
  const begin = ({ timeStamp: at }: Event) => {
    const stroke = { at, results: 0, settled: 0, paint: 0 }
    strokes.push(stroke)
    painted((now) => Object.assign(stroke, { results: now, settled: now }))
  }
  addEventListener('input', begin, { capture: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const stroke = strokes.findLast(({ at }) => at < entry.startTime + entry.duration)
      if (stroke) stroke.paint = Math.max(stroke.paint, entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  new MutationObserver((records) => {
    const stroke = strokes.at(-1)
    if (!stroke) return
    const inPicture = ({ target }: MutationRecord) => target instanceof Element && target.closest('.picture') !== null
    const words = !records.every(inPicture)
    painted((now) => Object.assign(stroke, { settled: now, ...(words && { results: now }) }))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

async function type(page: Page, word: string): Promise<Stroke[]> {
  const box = page.getByRole('searchbox').first()
  await box.fill('')
  await page.waitForTimeout(800)
  await page.evaluate('globalThis.strokes.length = 0')
  for (const letter of word) {
    await box.press(letter)
    // a quick typist
    await page.waitForTimeout(600)
  }
  const strokes = await page.evaluate<Noted[]>('globalThis.strokes')
  return strokes.map(({ at, results, settled, paint }) => ({ results: results - at, settled: settled - at, paint }))
}

/** A search as it is typed, on the saved catalogue, with 60 and with 5,000 products, with the network cut. */
export async function search({ rounds }: Options): Promise<Table[]> {
  const rows: Cell[][] = []
  for (const products of [60, 5000]) {
    const shop = await startShop({ products, orders: 0 })
    const line = await startShapingProxy([shop.url])
    const phone = await openPhone()
    try {
      const page = await openPage(phone)
      await page.goto(`${line.urls[0]}/#/products`)
      await workerReady(page)
      await lineQuiet(line, { quiet: 4000 })
      await page.reload()
      await lineQuiet(line)
      await phone.context.setOffline(true)
      await page.evaluate(listen)
      const all: Stroke[] = []
      for (let round = 0; round < rounds; round++) all.push(...(await type(page, words[round % words.length] ?? '')))
      const figures = (['results', 'settled', 'paint'] as const).flatMap((key) => {
        const sorted = all.map((each) => each[key]).sort((a, b) => a - b)
        return [median(sorted), sorted[Math.floor(all.length * 0.95)]]
      })
      rows.push([products, ...figures, all.length])
    } finally {
      await phone.close()
      await line.close()
      await shop.stop()
    }
  }
  const head = ['products', 'key to results, ms', 'p95', 'to the last change', 'p95', 'to next paint', 'p95', 'keys']
  return [{ title: 'Search as you type on the saved catalogue, offline, 4× slower processor', head, rows }]
}
