const packetBytes = 1460

/** A timer of at least 0 ms. */
const later = (task: () => void, ms: number) => void setTimeout(task, Math.max(0, ms))

/** One connection's side of a link: what waits for its turn, and where it goes. */
export interface Lane {
  waiting: Buffer[]
  /** bytes that wait */
  size: number
  deliver: (bytes: Buffer) => void
  /** told when less than a window waits again */
  onRoom?: () => void
  /** called after the last byte went, once `ended` is set */
  onEnd?: () => void
  ended: boolean
}

/**
 * One direction of a phone's line: `bitsPerSecond` shared by all lanes, packet by packet in turn, each packet arriving
 * `delay` ms after it left. Times are measured on a clock of the link's own, so a late timer costs no bandwidth.
 */
export class ShapedLink {
  private readonly bitsPerSecond: number
  private readonly delay: number
  private readonly window: number
  private readonly lanes: Lane[] = []
  private free = 0
  private busy = false
  /** on their way, in order: one timer for all, since timers of different lengths may overtake each other */
  private readonly travelling: { at: number; arrive: () => void }[] = []
  bytes = 0

  constructor({ bitsPerSecond, delay, window }: { bitsPerSecond: number; delay: number; window: number }) {
    this.bitsPerSecond = bitsPerSecond
    this.delay = delay
    this.window = window
  }

  add(deliver: Lane['deliver']): Lane {
    return { waiting: [], size: 0, deliver, ended: false }
  }

  /** Takes bytes for a lane. False when its window is full: the sender should pause until `onRoom`. */
  send(lane: Lane, bytes: Buffer): boolean {
    lane.waiting.push(bytes)
    lane.size += bytes.length
    this.wake(lane)
    return lane.size < this.window
  }

  end(lane: Lane) {
    lane.ended = true
    this.wake(lane)
  }

  drop(lane: Lane) {
    lane.waiting = []
    lane.size = 0
    const at = this.lanes.indexOf(lane)
    if (at >= 0) this.lanes.splice(at, 1)
  }

  private wake(lane: Lane) {
    if (!this.lanes.includes(lane)) this.lanes.push(lane)
    if (this.busy) return
    this.busy = true
    this.free = Math.max(this.free, performance.now())
    this.step()
  }

  private step() {
    const now = performance.now()
    while (this.free <= now) {
      const lane = this.lanes.shift()
      if (!lane) {
        this.busy = false
        return
      }
      const bytes = takePacket(lane)
      if (bytes) {
        this.bytes += bytes.length
        this.free += (bytes.length * 8000) / this.bitsPerSecond
        this.travel(() => lane.deliver(bytes))
        if (lane.size < this.window) lane.onRoom?.()
      }
      if (lane.size > 0) this.lanes.push(lane)
      else if (lane.ended) this.travel(() => lane.onEnd?.())
    }
    later(() => this.step(), this.free - now)
  }

  private travel(arrive: () => void) {
    this.travelling.push({ at: this.free + this.delay, arrive })
    if (this.travelling.length === 1) later(() => this.land(), this.free + this.delay - performance.now())
  }

  private land() {
    const now = performance.now()
    let next = this.travelling[0]
    while (next && next.at <= now) {
      next.arrive()
      this.travelling.shift()
      next = this.travelling[0]
    }
    if (next) later(() => this.land(), next.at - now)
  }
}

function takePacket(lane: Lane): Buffer | undefined {
  const first = lane.waiting.shift()
  if (!first) return undefined
  const bytes = first.subarray(0, packetBytes)
  if (first.length > packetBytes) lane.waiting.unshift(first.subarray(packetBytes))
  lane.size -= bytes.length
  return bytes
}
