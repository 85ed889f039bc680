import type { Fish, FishChanges } from '../../contract/fishes.ts'
import { someFish } from '../support/some-fishes.ts'

/** Changes per page: so few that a fill has several pages. */
const pageSize = 2

/** The server of the changes feed: products, tombstones, versions, and restored backups. */
export class FeedServer {
  epoch = 1
  private version = 0
  private products = new Map<string, { seq: number; fish: Fish }>()
  private tombstones = new Map<string, number>()
  /** the products at the time of each last page, by its cursor */
  readonly seen = new Map<string, Set<string>>()

  put(number: number): void {
    const fish = someFish(number, { countInStock: ++this.version })
    this.tombstones.delete(fish._id)
    this.products.set(fish._id, { seq: this.version, fish })
  }

  delete(number: number): void {
    const id = someFish(number)._id
    if (!this.products.delete(id)) return
    this.tombstones.set(id, ++this.version)
  }

  /** Restores a backup: cursors of the old database are invalid, and some products are missing. */
  restore(lost: number): void {
    this.epoch++
    this.products.delete(someFish(lost)._id)
    this.tombstones.clear()
  }

  changes(since: string | undefined): FishChanges {
    const [epoch, version] = (since ?? '').split('.')
    const isForeign = since !== undefined && epoch !== String(this.epoch)
    const from = since === undefined || isForeign ? 0 : Number(version)
    const products = [...this.products.values()].map(({ seq, fish }) => ({ seq, fish, id: fish._id }))
    const tombstones = from === 0 ? [] : [...this.tombstones].map(([id, seq]) => ({ seq, fish: undefined, id }))
    const all = [...products, ...tombstones].filter(({ seq }) => seq > from).sort((a, b) => a.seq - b.seq)
    const step = all.slice(0, pageSize)
    const next = `${this.epoch}.${step.at(-1)?.seq ?? from}`
    const more = all.length > pageSize
    if (!more) this.seen.set(next, new Set([...(this.seen.get(next) ?? []), this.now()]))
    return {
      changed: step.flatMap(({ fish }) => fish ?? []),
      deleted: step.flatMap(({ fish, id }) => (fish ? [] : [id])),
      next,
      more,
      ...(isForeign && { reset: true }),
    }
  }

  now(): string {
    return describe([...this.products.values()].map(({ fish }) => fish))
  }
}

/** Products and their versions as one text, sorted by id. */
export function describe(fishes: readonly Fish[]): string {
  const each = fishes.map(({ _id, countInStock }) => `${Number(_id.slice(-12))}@${countInStock}`)
  return each.sort().join(' ')
}
