import type { FishType } from './fishes.ts'

/* Addresses of the server's pages of products (`server/site`), from the folder of the app: without a slash at their beginning. */

/** A name as a part of an address: `Merlu d’Afrique, entier` gives `merlu-d-afrique-entier`. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{Mark}/gu, '')
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 60).replace(/-$/, '')
}

/** The page of a product. The name in it is for people only: another one leads to the same page. */
export const productPage = ({ _id, trade_name }: { _id: string; trade_name: string }) =>
  ['p', encodeURIComponent(_id), slugOf(trade_name)].filter(Boolean).join('/')

export interface ListChoice {
  keyword?: string | undefined
  type?: FishType | undefined
  page?: number | undefined
}

/** The page of a list of products. */
export function listPage({ keyword, type, page = 1 }: ListChoice): string {
  const parts = [
    keyword && `keyword=${encodeURIComponent(keyword)}`,
    type && `type=${type}`,
    page > 1 && `page=${page}`,
  ].filter(Boolean)
  return parts.length > 0 ? `p/?${parts.join('&')}` : 'p/'
}
