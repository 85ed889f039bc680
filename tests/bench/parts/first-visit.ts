import { profiles, type ShapingProxy, startShapingProxy } from '../../support/shaping-proxy.ts'
import { lineQuiet, observed, openPage, openPhone } from '../browser.ts'
import { blockingTime } from '../observe.ts'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

interface Visit {
  'first paint, ms': number
  'product cards painted, ms': number
  'first screen’s pictures painted, ms': number
  'largest paint, ms': number
  'blocked main thread (TBT), ms': number
  'layout shift': number
  'until cards: requests': number
  'until cards: kB': number
  'until pictures: kB': number
  'in all: requests': number
  'in all: kB': number
  'scripts, kB': number
}

async function visit(line: ShapingProxy, { dpr, waterfall }: Options): Promise<Visit> {
  const phone = await openPhone({ dpr })
  try {
    const page = await openPage(phone)
    line.reset()
    await page.goto(`${line.urls[0]}/`, { waitUntil: 'commit', timeout: 60_000 })
    const early = await observed(page)
    await lineQuiet(line)
    const late = await page.evaluate<typeof early>('globalThis.observed')
    const start = line.requests[0]?.at ?? 0
    const kB = (until: number) =>
      line.requests.reduce((sum, each) => sum + (each.at - start < until ? each.down : 0), 0) / 1000
    const { cards = Number.NaN, pictures = Number.NaN } = late
    if (waterfall) {
      for (const { at, path, down } of line.requests) {
        console.log(`${String(Math.round(at - start)).padStart(7)} ms ${String(down).padStart(7)} B  ${path}`)
      }
      console.log(`cards ${Math.round(cards)} ms, pictures ${Math.round(pictures)} ms: ${late.firstScreen.join(' ')}`)
    }
    return {
      'first paint, ms': late.firstPaint ?? Number.NaN,
      'product cards painted, ms': cards,
      'first screen’s pictures painted, ms': pictures,
      'largest paint, ms': late.largestPaint ?? Number.NaN,
      'blocked main thread (TBT), ms': blockingTime(late),
      'layout shift': late.shift,
      'until cards: requests': line.requests.filter((each) => each.at - start < cards).length,
      'until cards: kB': kB(cards),
      'until pictures: kB': kB(pictures),
      'in all: requests': line.requests.length,
      'in all: kB': line.bytes().down / 1000,
      'scripts, kB':
        line.requests.reduce((sum, { path, down }) => sum + (/\.js($|\?)/.test(path) ? down : 0), 0) / 1000,
    }
  } finally {
    await phone.close()
  }
}

/** A phone that was never here opens the home page. */
export async function firstVisit(options: Options): Promise<Table[]> {
  const shop = await startShop()
  const line = await startShapingProxy([shop.url])
  const tables: Table[] = []
  try {
    for (const profile of options.profiles) {
      line.setProfile(profiles[profile])
      const all: Visit[] = []
      while (all.length < options.rounds) all.push(await visit(line, options))
      // the keys are those that visit() makes
      const keys = Object.keys(all[0] ?? {}) as (keyof Visit)[]
      const rows = keys.map((key): Cell[] => {
        const values = all.map((each) => each[key])
        return [key, median(values), values.map(Math.round).join(' ')]
      })
      const head = ['what', 'our shop', 'rounds']
      tables.push({ title: `First visit, ${profile}, 4× slower processor, median of ${options.rounds}`, head, rows })
    }
  } finally {
    await line.close()
    await shop.stop()
  }
  return tables
}
