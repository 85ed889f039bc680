import type { Page } from 'playwright-core'
import { startShapingProxy } from '../../support/shaping-proxy.ts'
import { lineQuiet, openPage, openPhone, workerReady } from '../browser.ts'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

const words = ['hake', 'merlu', 'crab', 'sardi', 'pulpo']

interface Stroke {
  /** ms of script for the stroke: the longest task it caused */
  task: number
  /** ms from the key until the results that belong to it are painted */
  results: number
}

/** Listens in the page: for each key, when the list under it changed for the last time before the next key. */
function listen() {
  const strokes: { at: number; painted: number; task: number }[] = []
  Object.assign(globalThis, { strokes })
  addEventListener('input', (event) => strokes.push({ at: event.timeStamp, painted: 0, task: 0 }), { capture: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const stroke = strokes.findLast(({ at }) => at < entry.startTime + entry.duration)
      if (stroke) stroke.task = Math.max(stroke.task, entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  new MutationObserver(() => {
    const stroke = strokes.at(-1)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      if (stroke) stroke.painted = performance.now()
    }
    requestAnimationFrame(() => port2.postMessage(0))
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
  const strokes = await page.evaluate<{ at: number; painted: number; task: number }[]>('globalThis.strokes')
  return strokes.map(({ at, painted, task }) => ({ task, results: painted - at }))
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
      const sorted = (key: keyof Stroke) => all.map((each) => each[key]).sort((a, b) => a - b)
      const p95 = (key: keyof Stroke) => sorted(key)[Math.floor(all.length * 0.95)]
      rows.push([products, median(sorted('results')), p95('results'), median(sorted('task')), p95('task'), all.length])
    } finally {
      await phone.close()
      await line.close()
      await shop.stop()
    }
  }
  const head = ['products', 'key to results, ms', 'p95', 'key to next paint, ms', 'p95', 'keys']
  return [{ title: 'Search as you type on the saved catalogue, offline, 4× slower processor', head, rows }]
}
