import { embeddedShopId } from '../../contract/picture.ts'
import { headers as names } from '../../contract/service.ts'
import { ShopSettings } from '../../contract/shop.ts'
import type { Fetch } from '../api/api-client.ts'
import { readShape } from '../api/read-answer.ts'
import { isRecord, parseJson } from '../lib/record.ts'

/** The element of the page that holds the answers: a JSON object, by address. */
const embeddedAnswersId = 'embedded-answers'

/** How long the answers in the page are used, ms since the page was requested. */
const maxAge = 60_000

/** Normalises an address: no origin, no final slash, parameters sorted. */
function keyOf(address: string): string {
  const { pathname, searchParams } = new URL(address, document.baseURI)
  searchParams.sort()
  return `${pathname.replace(/\/$/, '')}?${searchParams}`
}

/**
 * A fetch that answers from the page's own answers, so that the first screen requests nothing twice. Each answer is used
 * once. Everything else goes to the network.
 */
export function withEmbeddedAnswers(fetch: Fetch): Fetch {
  const text = document.getElementById(embeddedAnswersId)?.textContent ?? ''
  const given = text && parseJson(text)
  if (!isRecord(given)) return fetch
  const answers = new Map(Object.entries(given).map(([address, body]) => [keyOf(address), body]))
  return (input, init) => {
    const key = keyOf(input)
    const own = !init?.method || init.method === 'GET' ? answers.get(key) : undefined
    if (own === undefined || performance.now() > maxAge) return fetch(input, init)
    answers.delete(key)
    return Promise.resolve(Response.json(own, { headers: { [names.shop]: '1' } }))
  }
}

/** The settings of the shop in the page, without the text `about`; undefined in a page without a first screen. */
export function embeddedShop(): ShopSettings | undefined {
  const text = document.getElementById(embeddedShopId)?.textContent
  return text ? readShape(ShopSettings, parseJson(text)) : undefined
}
