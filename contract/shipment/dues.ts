import type { Offer } from '../offers.ts'
import { offerTotal } from '../texts/money.ts'
import { addDays } from '../texts/shop-day.ts'
import type { Paid, Shipment, ShipmentStep } from './milestones.ts'

/* What is to be paid, and when: from the agreed offer and where its goods are. Nothing of it is stored. */

/** Days from the agreement in which a deposit is due. */
export const depositDays = 7

/** Per cent of an amount in minor units, rounded half up. */
const shareOf = (amount: number, percent: number) => {
  // at most two decimals count
  const share = BigInt(Math.round(percent * 100))
  return Number((BigInt(amount) * share + 5000n) / 10_000n)
}

/** The price of what was loaded with the charges of the offer, minor units; of the whole offer before anything is. Never below zero. */
export function invoiceTotal({ lines, charges = [], total }: Offer, { loaded }: Pick<Shipment, 'loaded'>): number {
  if (loaded.length === 0) return total
  const priceOf = (fishe: string) => lines.find((line) => line.fishe === fishe)?.price ?? 0
  const goods = loaded.map(({ fishe, qty }) => ({ fishe, qty, price: priceOf(fishe) }))
  return Math.max(0, offerTotal(goods, charges))
}

export const depositOf = ({ total, deposit = 0 }: Pick<Offer, 'total' | 'deposit'>) => shareOf(total, deposit)

/** Whether an offer has terms of payment, so that payments are followed by amount. */
export const hasPaymentTerms = ({ deposit, balance }: Pick<Offer, 'deposit' | 'balance'>) =>
  Boolean(deposit) || balance !== undefined

export interface Due {
  part: Paid['part']
  /** minor units that are to be paid in all, and that are still open */
  amount: number
  open: number
  /** the last day on which it is in time; undefined as long as what it depends on has not happened */
  day?: string | undefined
  isOverdue: boolean
}

export interface Dues {
  /** minor units: the price, what of it is credited, received and open */
  total: number
  credited: number
  paid: number
  open: number
  /** deposit and balance, each only where it is above zero */
  parts: Due[]
}

interface Agreed {
  offer: Offer
  shipment: Pick<Shipment, 'loaded' | 'done' | 'paid' | 'claims'>
  /** the day of the agreement in the shop's time zone */
  agreedOn: string
}

/** The day on which a balance is due; undefined as long as it is not known. */
function balanceDay({ offer: { balance, readyFrom }, shipment: { done } }: Agreed): string | undefined {
  const dayOf = (step: ShipmentStep) => done.find((each) => each.step === step)?.on
  const later = (day: string | undefined) => day && addDays(day, balance?.days ?? 0)
  switch (balance?.kind) {
    case 'before-loading':
      return dayOf('packed') ?? dayOf('loaded') ?? readyFrom
    case 'against-documents':
      return dayOf('documents')
    case 'days-after-loading':
      return later(dayOf('loaded'))
    case 'days-after-arrival':
      return later(dayOf('arrived') ?? dayOf('received'))
    case undefined:
      return undefined
  }
}

const creditedIn = ({ claims = [] }: Pick<Shipment, 'claims'>) =>
  claims.reduce((sum, { credit = 0 }) => sum + credit, 0)

/** What can still be credited of the price, minor units. */
export const creditable = (offer: Offer, shipment: Pick<Shipment, 'loaded' | 'claims'>) =>
  Math.max(0, invoiceTotal(offer, shipment) - creditedIn(shipment))

/** What is due of an agreed offer on a day: never below zero, and nothing counts twice. */
export function dues(agreed: Agreed, today: string): Dues {
  const { offer, shipment, agreedOn } = agreed
  const { deposit = 0, balance = 0 } = shipment.paid ?? {}
  const total = invoiceTotal(offer, shipment)
  const credited = creditedIn(shipment)
  const paid = deposit + balance
  const open = Math.max(0, total - credited - paid)
  const first = Math.min(depositOf(offer), total)
  const openFirst = Math.min(open, Math.max(0, first - deposit))
  const part = (name: Paid['part'], amount: number, left: number, day: string | undefined): Due[] =>
    amount > 0 ? [{ part: name, amount, open: left, day, isOverdue: left > 0 && day !== undefined && day < today }] : []
  const parts = [
    ...part('deposit', first, openFirst, addDays(agreedOn, depositDays)),
    ...part('balance', total - first, open - openFirst, balanceDay(agreed)),
  ]
  return { total, credited, paid, open, parts }
}
