import { profiles, type ShapingProxy, startShapingProxy } from '../../support/shaping-proxy.ts'
import { lineQuiet, observed, openPage, openPhone } from '../browser.ts'
import { startShop } from '../shop.ts'
import { type Cell, median, type Options, type Table } from '../table.ts'

async function visit(line: ShapingProxy): Promise<Record<string, number>> {
  const phone = await openPhone()
  try {
    const page = await openPage(phone)
    line.reset()
    await page.goto(`${line.urls[0]}/`, { waitUntil: 'commit', timeout: 60_000 })
    const { cards = Number.NaN, pictures = Number.NaN } = await observed(page)
    await lineQuiet(line)
    const start = line.requests[0]?.at ?? 0
    const kB = (isCounted: (each: (typeof line.requests)[number]) => boolean) =>
      line.requests.filter(isCounted).reduce((sum, { down }) => sum + down, 0) / 1000
    return {
      'product cards painted, ms': cards,
      'first screen’s pictures painted, ms': pictures,
      'until cards: requests': line.requests.filter(({ at }) => at - start < cards).length,
      'until cards: kB': kB(({ at }) => at - start < cards),
      'until pictures: kB': kB(({ at }) => at - start < pictures),
      'in all: requests': line.requests.length,
      'in all: kB': line.bytes().down / 1000,
      'scripts, kB': kB(({ path }) => /\.js($|\?)/.test(path)),
    }
  } finally {
    await phone.close()
  }
}

/** A phone that was never here opens the home page. */
export async function firstVisit({ rounds }: Options): Promise<Table[]> {
  const shop = await startShop()
  const line = await startShapingProxy([shop.url])
  const tables: Table[] = []
  try {
    for (const [name, profile] of Object.entries(profiles)) {
      line.setProfile(profile)
      const all: Record<string, number>[] = []
      while (all.length < rounds) all.push(await visit(line))
      const rows = Object.keys(all[0] ?? {}).map((key): Cell[] => {
        const values = all.map((each) => each[key] ?? Number.NaN)
        return [key, median(values), values.map(Math.round).join(' ')]
      })
      const title = `First visit, ${name}, 4× slower processor, median of ${rounds}`
      tables.push({ title, head: ['what', 'our shop', 'rounds'], rows })
    }
  } finally {
    await line.close()
    await shop.stop()
  }
  return tables
}
