import type { OrderEventInput } from '../../../../contract/order-events.ts'
import type { Order } from '../../../../contract/orders.ts'
import type { ThreadDevice } from '../device.ts'
import { type Deed, ThreadPeople } from '../person.ts'
import { dealMade } from '../server.ts'
import type { GoodsServer } from './server.ts'

const hour = 60 * 60_000

/** What people do with goods: those of the shop pack, load, confirm, settle and correct; the buyer pays and claims. */
export class GoodsPeople extends ThreadPeople {
  protected override readonly deeds: Deed[] = [
    ['waits', () => this.wait()],
    ...Array<Deed>(24).fill(['says', (device, tab) => this.say(device, tab)]),
    ...Array<Deed>(8).fill(['pulls', (device, tab) => device.pull(tab)]),
    ['kills', (device, tab) => this.replaceTab(device, tab)],
    ...Array<Deed>(2).fill(['cuts', ({ network }) => (network.offline = !network.offline)]),
    ...Array<Deed>(3).fill(['goes on', (device, tab) => this.goOn(device, tab)]),
    ['takes back', (device, tab) => this.takeBack(device, tab)],
    ['edits', (device, tab) => this.edit(device, tab)],
    ['the clock jumps', (device) => (device.clockError += (this.world.choices.pick(21, 'hours') - 10) * 3 * hour)],
    ['late', (device) => this.deliver(device)],
    ...Array<Deed>(3).fill(['half a day', () => this.pass(12 * hour)]),
    ...Array<Deed>(2).fill(['eleven hours', () => this.pass(11 * hour)]),
    ['the token ends', (device) => this.world.server.expire(this.userOf(device))],
    ['double click', () => this.again()],
    ['presses Send now', (_device, tab) => tab.outbox.endWaits('all')],
    ['looks at another tab', (device, tab) => device.turn(tab)],
    ...Array<Deed>(2).fill(['an invoice is issued', (device) => this.issue(device)]),
  ]

  private issue({ name }: ThreadDevice): void {
    // all servers of these histories are of this kind
    if (name !== 'buyer') (this.world.server as GoodsServer).issue(dealMade)
  }

  protected override far(): string | undefined {
    return this.world.choices.pick(8, 'far') === 7 ? undefined : dealMade
  }

  private among<T>(all: readonly T[], what: string): T | undefined {
    return all[this.world.choices.pick(Math.max(1, all.length), what)]
  }

  protected override report(order: Order, isShops: boolean, now: number): OrderEventInput | undefined {
    const { choices } = this.world
    // other programs do not say what they have seen
    const after = isShops && choices.pick(3, 'after') < 2 ? { after: order.version } : {}
    if (choices.pick(4, 'correct') === 3) {
      const reports = order.events.filter(({ kind }) => kind === 'milestone')
      const of = this.among([...reports, ...(order.shipment?.done ?? [])], 'of')
      if (of) return { kind: 'correct', of: of._id, note: `correct ${++this.written}`, ...after }
    }
    const base = { kind: 'milestone', on: '2026-06-15', note: `report ${++this.written}`, ...after } as const
    const what = choices.pick(10, 'goods')
    if (what < 3) return { ...base, ...this.payment(order, isShops) }
    if (what < 6) return isShops ? this.settlement(order) : this.claim(now)
    if (what === 6) return { ...base, step: 'received', on: this.among(['2026-06-14', '2026-06-16'], 'on') ?? '' }
    if (what === 7) return { ...base, step: 'deposit' }
    if (!isShops) return this.claim(now)
    const lines = this.weighed()
    const container = this.among(['CSQU3054383', 'MSKU9070323'], 'container') ?? ''
    if (what === 8) return { ...base, step: 'loaded', loaded: { container, lines } }
    if (this.world.choices.pick(3, 'else') === 2)
      return { kind: 'document', document: { kind: 'bill-of-lading' }, files: [], ...after }
    return this.among([{ ...base, step: 'packed', packed: { lines } } as const, { ...base, step: 'arrived' }], 'step')
  }

  /** Lots that make up a line, sometimes a kilogram too much, twice the same, or more than may go. */
  private weighed() {
    const qty = this.among([1, 0.5, 1.1, 2.2, 2.3], 'tonnes') ?? 1
    const odd = this.among([0, 0, 0, 1], 'odd') ?? 0
    const code = this.among(['L-2', 'L-2', 'L-2', ' l-1'], 'code') ?? ''
    const lots = [
      { code: 'L-1', cartons: 10, net: 250.125, gross: 260 },
      { code, cartons: 20, net: grams(qty * 1000 - 250.125 + odd), gross: 2400 },
    ]
    return [{ fishe: 'hake', qty, ...(this.world.choices.pick(4, 'lots') > 0 && { lots }) }]
  }

  /** A payment, or the confirmation of one that was reported, whether it waits or not. */
  private payment({ events, shipment }: Order, isShops: boolean) {
    const reports = [
      ...(shipment?.reported ?? []),
      ...events.filter(({ step, by }) => step === 'paid' && by.side === 'buyer'),
    ]
    const confirms = isShops && this.world.choices.pick(4, 'confirms') > 0 && this.among(reports, 'report')?._id
    const amount = this.among([1000, 20_000, 110_000, 300_000], 'amount') ?? 1
    const part = this.among(['deposit', 'balance'] as const, 'part') ?? 'deposit'
    const paid = { amount: amount + this.written, on: '2026-06-15', part }
    return { step: 'paid', paid, ...(confirms && { confirms }) } as const
  }

  /** A claim, written now, before, or nobody knows when. */
  private claim(now: number): OrderEventInput {
    const kg = this.among([100, 500.25, 1500, 2100], 'kg') ?? 1
    const line = { fishe: 'hake', kg, reason: 'quality', note: `claim ${++this.written}` } as const
    const age = this.among([0, 0, 6, 120], 'age') ?? 0
    const reportedAt = new Date(now - age * hour).toISOString()
    const lines = this.world.choices.pick(4, 'lines') === 3 ? [line, line] : [line]
    return { kind: 'claim', lines, ...(this.world.choices.pick(4, 'reported') > 0 && { reportedAt }) }
  }

  private settlement({ version, events, shipment }: Order): OrderEventInput | undefined {
    const claims = [...(shipment?.claims ?? []), ...events.filter(({ kind }) => kind === 'claim')]
    const claim = this.among(claims, 'claim')?._id
    if (claim === undefined) return undefined
    const answer = { kind: 'settle', claim, after: version } as const
    if (this.world.choices.pick(5, 'refused') === 4) return { ...answer, refused: `no ${++this.written}` }
    const amount = this.among([10_000, 100_000, 170_000, 400_000], 'credit') ?? 0
    const kg = this.among([20.5, 50, 600, 601], 'credited') ?? 1
    return { ...answer, credit: [{ fishe: 'hake', kg, amount }] }
  }
}

const grams = (kilograms: number) => Math.round(kilograms * 1000) / 1000
