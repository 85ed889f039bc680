import type { OrderEvent } from '../../../../contract/order-events.ts'
import { findCurrentOffer } from '../../../../contract/order-state.ts'
import type { Order } from '../../../../contract/orders.ts'
import { type Dues, dues } from '../../../../contract/shipment/dues.ts'
import type { Shipment } from '../../../../contract/shipment/milestones.ts'
import type { ThreadDevice } from '../device.ts'
import { agreed, countedHake, ThreadLedger } from '../ledger.ts'
import type { ThreadMutation } from '../mutation.ts'
import type { ThreadServer } from '../server.ts'
import { creditOf, dueOf, moneyOf, priceOf } from './rules.ts'

const grams = (kilograms: number) => Math.round(kilograms * 1000)

/** Records besides what was promised about lots, payments, claims and invoices. */
export class GoodsLedger extends ThreadLedger {
  private readonly dues: typeof dues

  constructor(server: ThreadServer, mutation: ThreadMutation) {
    super(server, mutation)
    this.dues = mutation.dues ?? dues
  }

  protected override checkCommit(commit: ThreadServer['log'][number]): void {
    super.checkCommit(commit)
    const { key, order, before } = commit
    const thread = this.server.threadOf(order) ?? []
    const event = thread.find(({ _id }) => _id === key)
    if (!event) return
    this.checkLots(event)
    const earlier = thread.filter(({ _id }) => before.includes(_id))
    if (event.kind === 'claim') this.checkClaim(event, earlier)
    if (event.kind === 'settle') this.checkCredit(event, earlier)
  }

  /** The lots of a line are its tonnes, and each is there once. */
  private checkLots({ _id, loaded, packed }: OrderEvent): void {
    for (const { qty, lots } of [...(loaded?.lines ?? []), ...(packed?.lines ?? [])]) {
      if (!lots) continue
      const sum = lots.reduce((total, { net }) => total + grams(net), 0)
      if (Math.abs(sum - grams(qty * 1000)) >= 500) this.blame(`18: the lots of ${_id} are ${sum} g of ${qty} t`)
      const codes = lots.map(({ code }) => code.trim().toLowerCase())
      if (new Set(codes).size < codes.length) this.blame(`18: ${_id} has a lot twice`)
    }
  }

  /** Nobody claims more than went. */
  private checkClaim({ _id, lines = [] }: OrderEvent, earlier: readonly OrderEvent[]): void {
    const claimed = lines.reduce((sum, { kg = 0 }) => sum + grams(kg), 0)
    const went = countedHake(earlier) || (agreed(earlier)?.lines[0]?.qty ?? 0)
    if (claimed > grams(went * 1000)) this.blame(`19: ${_id} claims ${claimed} g of ${went} t`)
  }

  /** No more is credited than was claimed, and than is left of the price. */
  private checkCredit({ _id, claim, credit = [] }: OrderEvent, earlier: readonly OrderEvent[]): void {
    const claimed = earlier.find((event) => event._id === claim)?.lines ?? []
    const sumOf = (lines: readonly { kg?: number | undefined }[]) =>
      lines.reduce((sum, { kg = 0 }) => sum + grams(kg), 0)
    if (sumOf(credit) > sumOf(claimed)) this.blame(`20: ${_id} credits more than was claimed`)
    const sum = credit.reduce((total, { amount }) => total + amount, 0)
    if (sum > 0 && sum + creditOf(earlier) > priceOf(earlier)) this.blame(`20: ${_id} credits more than the price`)
  }

  protected override checkShipment(device: ThreadDevice, order: Order, shown: Shipment | undefined): void {
    super.checkShipment(device, order, shown)
    const thread = this.server.threadOf(order._id)?.slice(0, order.version)
    if (!thread || !shown) return
    const { deposit, balance, reported, claims } = moneyOf(thread)
    const wanted = [deposit, balance, reported, claims].join(' | ')
    const { deposit: first = 0, balance: rest = 0 } = shown.paid ?? {}
    const reports = (shown.reported ?? []).map(({ _id }) => _id)
    const claimed = (shown.claims ?? []).map(({ _id, credit = 'open' }) => `${_id} ${credit}`)
    const is = [first, rest, reports, claimed].join(' | ')
    if (is !== wanted) this.blame(`21: ${device.name} shows '${is}' of ${order._id} and not '${wanted}'`)
    this.checkDues(device, { order, shown, thread })
    for (const { seq, paper, text } of order.events)
      if (paper && text !== String(priceOf(thread.slice(0, seq - 1))))
        this.blame(`23: ${device.name} shows ${paper.number} with ${text}`)
  }

  /** What is due follows from what is loaded, paid and credited: nothing counts twice or is below zero. */
  private checkDues(
    { name }: ThreadDevice,
    { order, shown, thread }: { order: Order; shown: Shipment; thread: readonly OrderEvent[] },
  ): void {
    const offer = findCurrentOffer(order)?.offer
    if (!offer) return
    const today = new Date(this.server.now).toISOString().slice(0, 10)
    const is = inWords(this.dues({ offer, shipment: shown, agreedOn: '2026-06-10' }, today))
    const wanted = dueOf(thread, today)
    if (is !== wanted) this.blame(`22: ${name} shows due '${is}' of ${order._id} and not '${wanted}'`)
  }
}

const inWords = ({ total, credited, paid, open, parts }: Dues) =>
  `${total} ${credited} ${paid} ${open} ${parts.map((part) => `${part.part} ${part.amount} ${part.open} ${part.isOverdue}`).join()}`
