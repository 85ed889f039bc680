import type { FishDetail } from '../contract/fishes.ts'
import { headers as names } from '../contract/headers.ts'
import { isRecord, parseJson } from '../src/lib/record.ts'
import { mediaType } from './content-types.ts'
import { type CatalogueCall, catalogueCall } from './saved-answers.ts'
import type { Store } from './store.ts'

/** Other servers of the specification do not mark their answers. */
const markNeeded = import.meta.env.VITE_API_MARK !== 'off'

/** Whether an answer may be kept: the shop's own, whole, and not what a portal or a proxy put in its place. */
export function isKeepable(response: Response): boolean {
  if (response.status !== 200 || response.redirected || response.type === 'opaque') return false
  return mediaType(response) === 'application/json' && (!markNeeded || response.headers.get(names.mark) === '1')
}

/** Whether the shop itself answered, be it a refusal. */
export function isShops(response: Response): boolean {
  return isKeepable(response) || response.headers.get(names.mark) === '1'
}

/** One address for all spellings of a call: no last slash, parameters in order. */
export function pageKey(address: string): string {
  const url = new URL(address)
  url.searchParams.sort()
  return `${url.origin}${url.pathname.replace(/\/$/, '')}${url.search}`
}

/** The reviews that were seen with a product. */
export async function seenDetail(pages: Store, address: string): Promise<Partial<FishDetail> | undefined> {
  const found = await pages.get(pageKey(address))
  const body = found && parseJson(await found.text())
  // kept only after `isKeepable`: the server's own product
  return isRecord(body) ? (body as Partial<FishDetail>) : undefined
}

export interface Outdated {
  changed: string[]
  deleted: string[]
}

/**
 * Takes out what the changes feed has overtaken: lists that show one of the products, and every number. Answers the
 * addresses of products that were seen and should be fetched anew; those of deleted products are gone at once.
 */
export async function dropOutdated(pages: Store, { changed, deleted }: Outdated): Promise<string[]> {
  const again: string[] = []
  for (const url of await pages.urls()) {
    const call = catalogueCall(new URL(url))
    if (call?.kind === 'fish') {
      if (changed.includes(call.id)) again.push(url)
      if (deleted.includes(call.id)) await pages.remove(url)
    } else if (call === undefined || (await shows(pages, url, { call, ids: [...changed, ...deleted] }))) {
      await pages.remove(url)
    }
  }
  return again
}

async function shows(pages: Store, url: string, { call, ids }: { call: CatalogueCall; ids: string[] }) {
  // order and number depend on every product
  if (call.kind === 'top' || call.kind === 'count' || ids.length > 50) return true
  const text = (await (await pages.get(url))?.text()) ?? ''
  return ids.some((id) => text.includes(id))
}
