import { profiles } from '../../support/shaping-proxy.ts'
import { lineQuiet, observed, openPage, openPhone, workerReady } from '../browser.ts'
import { openProduct } from '../open-product.ts'
import type { Options } from '../options.ts'
import { inTurn, type Pair, startPair, type Who } from '../pair.ts'
import { type Cell, figure, median, type Table } from '../table.ts'

interface Return {
  /** ms until the cards of the second visit */
  again: number
  requests: number
  kB: number
  /** ms until the product's page, from the list; the limit page has none */
  product: number
  productRequests: number
  /** ms until the cards of a reload with the network cut */
  offline: number
  productOffline: number
  /** bytes of the saved catalogue's first fill on this line, and of its refresh at the second visit */
  fill: number
  refresh: number
}

async function returning({ line, urls }: Pair, who: Who, { dpr, waterfall }: Options): Promise<Return> {
  const phone = await openPhone({ dpr })
  const feed = () =>
    line.requests.reduce((sum, { path, down }) => sum + (path.startsWith('/api/fishes/changes') ? down : 0), 0)
  try {
    const first = await openPage(phone)
    // the first visit is not measured here: no need to wait for a slow line
    line.setProfile(undefined)
    line.reset()
    await first.goto(urls[who], { waitUntil: 'commit' })
    await observed(first)
    await workerReady(first)
    await lineQuiet(line)
    const fill = feed()
    // seen by the worker, as on any later day
    await first.reload()
    await lineQuiet(line)
    await phone.restart()
    line.setProfile(profiles.port)
    line.reset()
    const second = await openPage(phone)
    await second.goto(urls[who], { waitUntil: 'commit' })
    const { cards: again = Number.NaN } = await observed(second)
    const start = await second.evaluate(() => performance.timeOrigin)
    const before = line.requests.filter((each) => each.at + performance.timeOrigin < start + again)
    // the browser's own look for a new worker comes some seconds after a start
    await lineQuiet(line, { quiet: 4000 })
    const refresh = feed()
    line.reset()
    const product = who === 'shop' ? await openProduct(second) : { ms: Number.NaN, paintedAt: 0 }
    const clicked = product.paintedAt - product.ms
    const asked = line.requests.filter((each) => {
      const at = performance.timeOrigin + each.at
      return at > clicked && at < product.paintedAt
    })
    if (waterfall && who === 'shop') {
      const paths = (requests: typeof asked) => requests.map(({ path }) => path).join(' ') || 'nothing'
      console.log(`asked for before the cards: ${paths(before)}; before the product: ${paths(asked)}`)
    }
    await phone.restart()
    await phone.context.setOffline(true)
    const third = await openPage(phone)
    await third.goto(urls[who], { waitUntil: 'commit' })
    const { cards: offline = Number.NaN } = await observed(third)
    const away = who === 'shop' ? await openProduct(third) : { ms: Number.NaN }
    const kB = before.reduce((sum, each) => sum + each.down, 0) / 1000
    return {
      again,
      requests: before.length,
      kB,
      product: product.ms,
      productRequests: who === 'shop' ? asked.length : Number.NaN,
      offline,
      productOffline: away.ms,
      fill,
      refresh,
    }
  } finally {
    await phone.close()
  }
}

/** What a returning visitor waits for: from the worker, then with the network cut. */
export async function repeat(options: Options): Promise<Table[]> {
  const pair = await startPair()
  try {
    const all = await inTurn(options.rounds, (who) => returning(pair, who, options))
    const row = (name: string, key: keyof Return): Cell[] => {
      const [ours, limit] = [median(all.shop.map((each) => each[key])), median(all.limit.map((each) => each[key]))]
      return [
        name,
        ours,
        limit,
        limit > 0 ? ours / limit : undefined,
        all.shop.map((each) => figure(each[key])).join(' '),
      ]
    }
    const rows = [
      row('second visit, port: product cards painted, ms', 'again'),
      row('second visit: requests before that', 'requests'),
      row('second visit: kB before that', 'kB'),
      row('product page from the list, port, ms', 'product'),
      row('product page: requests before its paint', 'productRequests'),
      row('offline: product cards painted, ms', 'offline'),
      row('offline: product page from the list, ms', 'productOffline'),
      row('saved catalogue, first fill, bytes', 'fill'),
      row('saved catalogue, refresh at the second visit, bytes', 'refresh'),
    ]
    const head = ['what', 'our shop', 'limit page', 'ratio', 'our rounds']
    return [{ title: `Coming back, 4× slower processor, median of ${options.rounds}`, head, rows }]
  } finally {
    await pair.stop()
  }
}
