import type { Order } from '../../../../contract/orders.ts'
import { invoiceTotal } from '../../../../contract/shipment/dues.ts'
import { offer } from '../../../support/some-orders.ts'
import { type ServerBugs, type Talk, ThreadServer } from '../server.ts'

const on = '2026-06-14'
const paid = (amount: number, confirms?: string) => ({
  ...({ kind: 'milestone', step: 'paid', on } as const),
  ...{ paid: { amount, on, part: 'balance' } as const, ...(confirms !== undefined && { confirms }) },
})
const claim = (kg: number): Pick<Talk[number], 'kind' | 'lines'> => ({
  ...{ kind: 'claim', lines: [{ fishe: 'hake', qty: 0, kg, reason: 'short' }] },
})
const lots = [
  { code: 'L-1', cartons: 10, net: 250.125, gross: 260 },
  { code: 'L-2', cartons: 30, net: 749.875, gross: 760 },
]

/** Two tonnes of hake, of which one has come: payments of which one is confirmed twice and one not at all, and two claims of which one is settled. */
const deal: Talk = [
  {
    ...{ _id: 'd1', kind: 'offer', side: 'shop' },
    offer: {
      ...offer({ tolerance: 10, deposit: 30.5, balance: { kind: 'days-after-arrival', days: 3 } }),
      claimDays: 2,
    },
  },
  { _id: 'd2', kind: 'accept', side: 'buyer', offer: 'd1' },
  {
    ...{ _id: 'd3', kind: 'milestone', side: 'shop', step: 'loaded', on },
    loaded: { container: 'CSQU3054383', lines: [{ fishe: 'hake', qty: 1, lots }] },
  },
  { _id: 'd4', side: 'buyer', ...paid(1000) },
  { _id: 'd5', side: 'shop', ...paid(1100, 'd4') },
  { _id: 'd6', side: 'shop', ...paid(1200, 'd4') },
  { _id: 'd7', kind: 'milestone', side: 'buyer', step: 'received', on },
  { _id: 'd8', side: 'buyer', ...claim(600) },
  { _id: 'd9', side: 'buyer', ...claim(50.5) },
  { _id: 'd13', kind: 'settle', side: 'shop', claim: 'd8', credit: [{ fishe: 'hake', kg: 600, amount: 100_000 }] },
  { _id: 'd10', side: 'buyer', ...paid(2000) },
  { _id: 'd11', side: 'shop', ...paid(2000, 'd10') },
  { _id: 'd12', side: 'buyer', ...paid(3000) },
]

/** A model of the server that issues invoices, too. */
export class GoodsServer extends ThreadServer {
  private numbers = 0

  constructor(owners: readonly string[], bugs: ServerBugs = {}) {
    super(owners, bugs, deal)
  }

  private sum(order: Order): string {
    const { current } = this.fold(order.events)
    const shipment = this.shipmentOf(order, order.events)
    return String(current && shipment ? invoiceTotal(current.offer, shipment) : 0)
  }

  /** Makes an invoice: a message with its number and, for its file, its sum. */
  issue(id: string): void {
    const order = this.orders.get(id)?.order
    if (!order || !this.shipmentOf(order, order.events)) return
    const seq = order.version + 1
    const number = `INV-2026-${++this.numbers}`
    const made = { _id: number, seq, at: new Date(this.now).toISOString(), by: { name: 'shop', side: 'shop' } } as const
    const event = { ...made, kind: 'message', text: this.sum(order), paper: { kind: 'invoice', number } } as const
    this.store({ ...order, events: [...order.events, event], version: seq })
  }

  protected override answered(...[order, part]: Parameters<ThreadServer['answered']>): Order {
    const answer = super.answered(order, part)
    if (!this.bugs.followsPapers) return answer
    const events = answer.events.map((event) => (event.paper ? { ...event, text: this.sum(order) } : event))
    return { ...answer, events }
  }
}
