import { type ShapingProxy, startShapingProxy } from '../support/shaping-proxy.ts'
import { serveLimitPage } from './limit-page/serve.ts'
import { startShop } from './shop.ts'

export type Who = 'limit' | 'shop'

export interface Pair {
  line: ShapingProxy
  urls: Record<Who, string>
  stop(): Promise<void>
}

/** Our shop and the limit page with the same products and pictures, behind one phone's line. */
export async function startPair(): Promise<Pair> {
  const shop = await startShop()
  const limit = await serveLimitPage(shop.url)
  const line = await startShapingProxy([shop.url, limit.url])
  const [ours = '', theirs = ''] = line.urls
  const stop = async () => {
    await line.close()
    await limit.close()
    await shop.stop()
  }
  return { line, urls: { shop: `${ours}/`, limit: `${theirs}/` }, stop }
}

/** In each round a sample of each, in turn, so that a noisy neighbour disturbs both. */
export async function inTurn<T>(
  rounds: number,
  sample: (who: Who, round: number) => Promise<T>,
): Promise<Record<Who, T[]>> {
  const all: Record<Who, T[]> = { limit: [], shop: [] }
  for (let round = 0; round < rounds; round++) {
    const order: Who[] = round % 2 === 0 ? ['limit', 'shop'] : ['shop', 'limit']
    for (const who of order) all[who].push(await sample(who, round))
  }
  return all
}
