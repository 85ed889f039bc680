import type { OrderEvent, OrderEventInput } from '../../../../contract/order-events.ts'
import { agreed, countedHake, standingReports } from '../ledger.ts'

type Events = readonly OrderEvent[]
const hour = 60 * 60_000
const day = 24 * hour

interface By {
  now: number
  side: 'buyer' | 'shop'
}

/** Rules independent of the contract's functions: who may report, confirm, claim and settle what. */
export function isGoodsAllowed(events: Events, input: OrderEventInput, { now, side }: By): boolean {
  switch (input.kind) {
    case 'milestone': {
      const isBuyers = input.step === 'deposit' || input.step === 'received' || input.step === 'paid'
      if (side === 'buyer') return isBuyers && input.confirms === undefined
      return input.confirms === undefined || openReports(events).includes(input.confirms)
    }
    case 'correct':
      return side === 'shop' || events.some(({ _id, by }) => _id === input.of && by.side === 'buyer')
    case 'claim':
      return side === 'buyer' && isInTime(events, Date.parse(input.reportedAt ?? ''), now)
    case 'settle': {
      const isThere = events.some(({ _id, kind }) => kind === 'claim' && _id === input.claim)
      return side === 'shop' && isThere && !events.some(({ kind, claim }) => kind === 'settle' && claim === input.claim)
    }
    default:
      return side === 'shop'
  }
}

/** Days in Madrid end at 22:00 UTC in summer. */
function isInTime(events: Events, written: number, now: number): boolean {
  const received = standingReports(events).find(({ step }) => step === 'received')?.on
  if (received === undefined) return true
  const days = agreed(events)?.claimDays ?? 5
  const end = Date.parse(`${received}T22:00:00Z`) + days * day
  const counts = written <= now && now - written <= day ? written : now
  return counts < end
}

/** The payments of the shop: each report of the buyer is confirmed once. */
function receivedIn(events: Events): OrderEvent[] {
  const confirmed = new Set<string>()
  return standingReports(events).filter(({ step, by, confirms }) => {
    if (step !== 'paid' || by.side === 'buyer') return false
    if (confirms !== undefined && confirmed.has(confirms)) return false
    confirmed.add(confirms ?? '')
    return true
  })
}

/** The ids of the buyer's reports that wait for the shop. */
function openReports(events: Events): string[] {
  const confirmed = receivedIn(events).map(({ confirms }) => confirms)
  const reports = standingReports(events).filter(({ step, by }) => step === 'paid' && by.side === 'buyer')
  return reports.map(({ _id }) => _id).filter((id) => !confirmed.includes(id))
}

/** The price of what is loaded, or of the whole, minor units: only hake is ever loaded. */
export function priceOf(events: Events): number {
  const offer = agreed(events)
  const kilograms = Math.round(countedHake(events) * 1000)
  if (!offer || kilograms === 0) return offer?.total ?? 0
  const charges = (offer.charges ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return Math.floor((kilograms * (offer.lines[0]?.price ?? 0) + 500) / 1000) + charges
}

export const creditOf = (events: Events) =>
  events.flatMap(({ credit = [] }) => credit).reduce((sum, { amount }) => sum + amount, 0)

/** What is paid, reported and claimed. */
export function moneyOf(events: Events) {
  const sumOf = (part: string) =>
    receivedIn(events).reduce((sum, { paid }) => sum + (paid?.part === part ? paid.amount : 0), 0)
  const whole = standingReports(events).some(({ step, by }) => step === 'deposit' && by.side === 'shop')
  const share = Math.floor(((agreed(events)?.total ?? 0) * (agreed(events)?.deposit ?? 0)) / 100 + 0.5)
  const claims = events.flatMap(({ kind, _id }) => {
    if (kind !== 'claim') return []
    const settled = events.find((event) => event.kind === 'settle' && event.claim === _id)
    return `${_id} ${settled ? creditOf([settled]) : 'open'}`
  })
  return {
    ...{ price: priceOf(events), share, credited: creditOf(events), claims, reported: openReports(events) },
    ...{ deposit: sumOf('deposit') || (whole ? share : 0), balance: sumOf('balance') },
  }
}

/** What is due on a day of a deal of 2026-06-10 whose balance is due three days after the arrival. */
export function dueOf(events: Events, today: string): string {
  const { price, share, credited, deposit, balance } = moneyOf(events)
  const left = price - credited - deposit - balance
  const open = left < 0 ? 0 : left
  const first = share < price ? share : price
  const missing = deposit < first ? first - deposit : 0
  const openFirst = missing < open ? missing : open
  const reports = standingReports(events)
  const came = (reports.find(({ step }) => step === 'arrived') ?? reports.find(({ step }) => step === 'received'))?.on
  const end = came && agreed(events)?.balance && new Date(Date.parse(came) + 3 * day).toISOString().slice(0, 10)
  const parts = [
    { name: 'deposit', amount: first, open: openFirst, end: '2026-06-17' },
    { name: 'balance', amount: price - first, open: open - openFirst, end },
  ]
  const said = parts
    .filter(({ amount }) => amount > 0)
    .map((part) => `${part.name} ${part.amount} ${part.open} ${part.open > 0 && !!part.end && part.end < today}`)
  return `${price} ${credited} ${deposit + balance} ${open} ${said.join()}`
}
