import { profiles } from '../../support/shaping-proxy.ts'
import { lineQuiet, observed, openPage, openPhone } from '../browser.ts'
import { blockingTime } from '../observe.ts'
import type { Options } from '../options.ts'
import { inTurn, type Pair, startPair, type Who } from '../pair.ts'
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

async function visit({ line, urls }: Pair, who: Who, { dpr, waterfall }: Options): Promise<Visit> {
  const phone = await openPhone({ dpr })
  try {
    const page = await openPage(phone)
    line.reset()
    await page.goto(urls[who], { waitUntil: 'commit', timeout: 60_000 })
    const early = await observed(page)
    await lineQuiet(line)
    const late = await page.evaluate<typeof early>('globalThis.observed')
    const start = line.requests[0]?.at ?? 0
    const kB = (until: number) =>
      line.requests.reduce((sum, each) => sum + (each.at - start < until ? each.down : 0), 0) / 1000
    const { cards = Number.NaN, pictures = Number.NaN } = late
    if (waterfall && who === 'shop') {
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

/** A phone that was never here opens the home page: our shop and the limit page in turn. */
export async function firstVisit(options: Options): Promise<Table[]> {
  const pair = await startPair()
  const tables: Table[] = []
  try {
    for (const profile of options.profiles) {
      pair.line.setProfile(profiles[profile])
      const all = await inTurn(options.rounds, (who) => visit(pair, who, options))
      // the keys are those that visit() makes
      const keys = Object.keys(all.shop[0] ?? {}) as (keyof Visit)[]
      const rows = keys.map((key): Cell[] => {
        const [ours, limit] = [median(all.shop.map((each) => each[key])), median(all.limit.map((each) => each[key]))]
        return [
          key,
          ours,
          limit,
          limit > 0 ? ours / limit : undefined,
          all.shop.map((each) => Math.round(each[key])).join(' '),
        ]
      })
      const head = ['what', 'our shop', 'limit page', 'ratio', 'our rounds']
      tables.push({ title: `First visit, ${profile}, 4× slower processor, median of ${options.rounds}`, head, rows })
    }
  } finally {
    await pair.stop()
  }
  return tables
}
