import type { BankAccount, Seller, SellerInput } from '../../contract/papers/parties.ts'
import { changesOf, recordChange } from '../platform/admin-log.ts'
import { type Actor, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { BankAccountRow } from '../platform/db/schema.ts'
import { done, type Outcome, refuse } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { findBank, findPendingBank, findSeller, lockSeller, putSeller } from './seller-table.ts'

type Names = Omit<SellerInput, 'version'>
const noNames: Names = { legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' }

function readNames(body: string): Names {
  // only this file writes it
  return { ...noNames, ...(JSON.parse(body) as Partial<Names>) }
}

function toBank({ holder, bank, account, bic, holds_from }: BankAccountRow): BankAccount {
  return { holder, bank, account, bic, since: holds_from }
}

/** Who sells, and the bank account that holds now. */
export async function getSeller({ clock }: Pick<ServiceDeps, 'clock'>, db: Handle, reader = ''): Promise<Seller> {
  const { version, body } = await findSeller(db)
  const now = isoNow(clock)
  const [bank, pending] = [await findBank(db, now), await findPendingBank(db, now)]
  return {
    ...{ version, ...readNames(body) },
    ...(bank && { bank: toBank(bank) }),
    ...(pending && {
      pending: {
        ...{ _id: pending.id, ...toBank(pending), by: { name: pending.asked_by_name } },
        isOwn: pending.asked_by === reader,
      },
    }),
  }
}

/** Replaces the names and numbers of who sells. Refuses with `edited-meanwhile` if somebody else has changed them meanwhile. */
export async function updateSeller(
  deps: ServiceDeps,
  { version: seen, ...input }: SellerInput,
  actor: Actor,
): Promise<Outcome<Seller>> {
  return transactAs<Outcome<Seller>>(deps, actor, async (tx) => {
    const { version, body } = await lockSeller(tx)
    if (seen !== undefined && seen !== version) return refuse('edited-meanwhile')
    const wanted = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, text.trim()]))
    await putSeller(tx, { version: version + 1, body: JSON.stringify(wanted) })
    const changes = changesOf('settings', readNames(body), wanted)
    const thing = { id: '', name: (await getShopSettings(deps, tx)).name }
    await recordChange(deps, tx, { by: actor, kind: 'seller-changed', thing, changes })
    return done(await getSeller(deps, tx, actor.id))
  })
}
