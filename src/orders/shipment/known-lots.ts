import { useLiveQuery } from 'dexie-react-hooks'
import { limits } from '../../../contract/limits.ts'
import type { Offer } from '../../../contract/offers.ts'
import type { Api } from '../../api/api-client.ts'
import type { Reply } from '../../api/exchange.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { useSavedQuery } from '../../lists/query.ts'
import type { KnownLot } from './lot-values.ts'

/** The newest lots are those that are packed: ten pages of a hundred. */
const mostPages = 10
const none: KnownLot[] = []

async function loadKnown(api: Api, signal: AbortSignal): Promise<Reply<KnownLot[]>> {
  const found: KnownLot[] = []
  for (let page = 1; ; page++) {
    const reply = await api.call('listLots', { query: { page, per_page: limits.perPageMax }, signal })
    if (!reply.ok) return reply
    for (const { code, fishe, producedOn, bestBefore } of reply.body)
      found.push({ code, fishe, producedOn, bestBefore })
    if (page === mostPages || page * limits.perPageMax >= (reply.total ?? 0)) return { ...reply, body: found }
  }
}

/** The lots of the book that the device has, also without a connection once they have come. */
export const useKnownLots = (isOn: boolean): readonly KnownLot[] =>
  useSavedQuery({ key: 'known-lots', load: loadKnown, isOn }).body ?? none

/** Kilograms in a carton of each product of an offer, as the catalogue on the device has them. */
export function useCartonNets({ lines }: Pick<Offer, 'lines'>): ReadonlyMap<string, number> {
  const { db } = useDeps()
  const ids = lines.map(({ fishe }) => fishe)
  const found = useLiveQuery(() => db.fishes.bulkGet(ids).catch(() => []), [db, ids.join()]) ?? []
  return new Map(found.flatMap((fish) => (fish?.carton_net ? [[fish._id, fish.carton_net] as const] : [])))
}
