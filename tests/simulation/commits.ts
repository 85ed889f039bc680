import type { Order, OrderInput } from '../../contract/orders.ts'
import { uploadPicture } from '../../server/catalogue/fish-pictures.ts'
import { createFish, deleteFish, updateFish } from '../../server/catalogue/fish-service.ts'
import { fishChanges, fishesByType } from '../../server/catalogue/read-fishes.ts'
import { wasRefused } from '../../server/http/refusal.ts'
import { createOrder, deleteOrder, getOrder } from '../../server/orders/order-service.ts'
import { asCall } from '../server/end-of.ts'
import { productWith } from '../support/product-with.ts'
import type { Choices } from './choices.ts'
import type { CommitBugs } from './mutants-commits.ts'
import { plant } from './seams.ts'
import { type Fate, Process } from './server-process.ts'

const actor = { id: 'ann', name: 'Ann', tokenHash: 'ann', rights: [], from: '192.0.2.1' }
const rounds = 10
const product = (countInStock: number) => productWith('Hake', { countInStock })

const contentOf = (order: Order) =>
  JSON.stringify([order.orderItems.map(({ fishe, qty }) => [fishe, qty]), order.shippingAddress.address])
const contentAsked = (input: OrderInput) =>
  JSON.stringify([input.orderItems.map(({ fishe, qty }) => [fishe, qty]), input.shippingAddress.address])

/**
 * The server's own services on a database file: simultaneous orders, deletions and changes of products share commits,
 * commits fail, and the process ends between any two steps. After a restart everything that was answered is there.
 */
export class CommitHistory {
  private readonly faults: string[] = []
  private process: Process
  private armed = false
  private made = 0
  private readonly inputs = new Map<string, OrderInput>()
  private readonly promised = new Set<string>()
  private readonly deleting = new Set<string>()
  private readonly gone = new Set<string>()
  private fishes: string[] = []
  /** the products that a device has from the feed */
  private readonly copy = new Map<string, string>()
  private cursor: string | undefined
  private readonly file: string
  private readonly choices: Choices
  private readonly bugs: CommitBugs

  constructor(file: string, choices: Choices, bugs: CommitBugs = {}) {
    this.file = file
    this.choices = choices
    this.bugs = bugs
    this.process = this.start()
  }

  async play(): Promise<string[]> {
    plant(this.bugs.modules?.(() => this.process) ?? {})
    for (let count = 0; count < 3; count++) await this.makeFish()
    for (let round = 0; round < rounds && this.faults.length === 0; round++) {
      this.armed = true
      const acts = Array.from({ length: 2 + this.choices.pick(4, 'acts') }, () => this.actLater())
      const { ended } = this.process
      await Promise.race([Promise.allSettled(acts), ended])
      for (let turns = this.choices.pick(8, 'turns'); turns > 0; turns--) await new Promise(setImmediate)
      this.armed = false
      if (this.process.dead) this.process = this.start()
      await this.check()
    }
    await this.pull(1000)
    await this.compare()
    this.process.kill()
    plant({})
    return this.faults
  }

  private start(): Process {
    return new Process(this.file, (label) => this.fate(label), this.bugs)
  }

  private fate(label: string): Fate {
    if (!this.armed) return 'well'
    const luck = this.choices.pick(label === 'query' ? 80 : 10, 'fate')
    if (luck === 1) return 'dies'
    return luck === 2 ? 'full' : 'well'
  }

  private one<T>(list: readonly T[]): T | undefined {
    return list[this.choices.pick(Math.max(1, list.length), 'one')]
  }

  /** Requests arrive one after the other, also while others are at work. */
  private async actLater(): Promise<unknown> {
    for (let turns = this.choices.pick(6, 'arrival'); turns > 0; turns--) await new Promise(setImmediate)
    return this.act()
  }

  private act(): Promise<unknown> {
    const fish = this.one(this.fishes)
    const { shop } = this.process
    switch (this.choices.pick(12, 'act')) {
      case 0:
        return this.makeFish()
      case 1:
        return updateFish(shop, asCall({ param: fish ?? '', body: product(++this.made), user: actor }))
      case 2:
        return updateFish(shop, asCall({ param: 'unknown', body: product(++this.made), user: actor }))
      case 3:
        return uploadPicture(shop, asCall({ body: { fishe_id: fish ?? '' }, upload: Buffer.from([]), user: actor }))
      case 4:
        return fish && this.fishes.length > 2 ? deleteFish(shop, asCall({ param: fish, user: actor })) : this.makeFish()
      case 5:
        return this.pull(2)
      case 6:
      case 7:
        return this.deleteOrder()
      default:
        return this.order()
    }
  }

  private async makeFish(): Promise<void> {
    const made = await createFish(this.process.shop, asCall({ body: product(++this.made), user: actor }))
    this.fishes.push(made._id)
  }

  /** A new request, a repeated one, or another one with an old key. */
  private async order(): Promise<void> {
    const kind = this.choices.pick(6, 'kind of order')
    const old = kind >= 2 ? this.one([...this.inputs.keys()]) : undefined
    const number = String(++this.made)
    const key = old ?? (kind === 1 ? undefined : `0190aaaa-0000-7000-8000-${number.padStart(12, '0')}`)
    const input = this.input(old === undefined ? undefined : this.inputs.get(old), kind)
    if (key !== undefined && old === undefined) this.inputs.set(key, input)
    const request = { user: actor, address: '192.0.2.1', key, body: input, language: 'en' }
    const wasGone = key !== undefined && this.gone.has(key)
    const answer = await createOrder(this.process.shop, asCall(request))
    const order = answer.value.data
    if (contentOf(order) !== contentAsked(input)) this.faults.push(`${order._id} was answered with another request`)
    if (key === undefined) this.inputs.set(order._id, input)
    if (wasGone) this.faults.push(`${order._id} was taken after it was deleted`)
    this.promised.add(order._id)
  }

  private input(old: OrderInput | undefined, kind: number): OrderInput {
    const fishe = this.one(this.fishes) ?? ''
    const place = { phone: '1', city: 'Dakar', postalCode: '1', country: 'SN' }
    const made = {
      orderItems: [{ fishe, qty: ++this.made }],
      shippingAddress: { ...place, address: `Quay ${this.made}` },
    }
    if (!old) return made
    if (kind === 2) return { ...old, orderItems: made.orderItems }
    return kind === 3 ? { ...old, shippingAddress: made.shippingAddress } : old
  }

  private async deleteOrder(): Promise<void> {
    const id = this.one([...this.promised].filter((each) => !this.gone.has(each)))
    if (id === undefined) return
    this.deleting.add(id)
    await deleteOrder(this.process.shop, asCall({ param: id, user: actor }))
    this.gone.add(id)
  }

  private async pull(pages: number): Promise<void> {
    for (let page = 0; page < pages; page++) {
      const { changed, deleted, next, more, reset } = await fishChanges(this.process.shop, {
        query: { since: this.cursor, limit: 2 },
      })
      if (reset) this.copy.clear()
      for (const fish of changed) this.copy.set(fish._id, JSON.stringify(fish))
      for (const id of deleted) this.copy.delete(id)
      this.cursor = next
      if (!more) return
    }
  }

  /** Between the rounds, when no request is running. */
  private async check(): Promise<void> {
    for (const id of this.inputs.keys()) {
      const isMissing = await wasRefused(
        getOrder(this.process.shop, asCall({ param: id, user: { id: 'ann', rights: [] } })),
      )
      if (!isMissing && this.gone.has(id)) this.faults.push(`${id} is there after it was deleted`)
      if (!isMissing || !this.promised.has(id)) continue
      if (!this.deleting.has(id)) this.faults.push(`${id} is lost`)
      this.gone.add(id)
    }
    const { version: known } = await this.process.version.read()
    const { version } = await this.process.state()
    if (known !== version) this.faults.push(`version ${known} is known, ${version} is stored`)
  }

  private async compare(): Promise<void> {
    const { fish } = await fishesByType(this.process.shop, asCall({ param: 'fish' }))
    const there = fish.map((each) => JSON.stringify(each)).sort()
    const copied = [...this.copy.values()].sort()
    if (there.join() !== copied.join()) this.faults.push('the feed did not tell every change')
  }
}
