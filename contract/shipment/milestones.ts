import * as v from 'valibot'
import { filledLine, filledList, nonEmptyLine, number, oneOf, ruled, text, tolerantList } from '../fields.ts'
import { limits } from '../limits.ts'
import { LotWeights } from '../lots.ts'
import { Day } from '../offers.ts'

/* Steps of a shipment. */

/** The steps from the acceptance to the buyer's cold store, in their usual order. None is required. */
export const shipmentSteps = [
  ...(['proforma', 'deposit', 'packed', 'booked', 'loaded', 'sailed', 'documents', 'arrived', 'received'] as const),
] as const
export type ShipmentStep = (typeof shipmentSteps)[number]
/** `paid` is reported as often as something is paid, and stands beside the steps. */
export const milestoneSteps = [...shipmentSteps, 'paid'] as const
export type MilestoneStep = (typeof milestoneSteps)[number]
/** The steps that the buyer may report, too: that the deposit is paid, and that the goods have come. */
export const buyerSteps: readonly ShipmentStep[] = ['deposit', 'received']
export const mayReport = (step: MilestoneStep) => step === 'paid' || buyerSteps.some((each) => each === step)
/** The steps that are sent to the buyer by mail and push. */
export const toldSteps = ['booked', 'loaded', 'sailed', 'arrived'] as const satisfies readonly ShipmentStep[]
/** Per cent by which more may be loaded than was accepted, where the offer names none. */
export const defaultTolerance = 5
/** Four letters, the fourth of which is the category, and seven digits, as in `CSQU3054383`. */
const containerPattern = '^[A-Z]{3}[UJZ]\\d{7}$'

/** The values of the letters: from 10 on, without multiples of 11. */
function letterValue(character: string): number {
  const digit = Number.parseInt(character, 36)
  return digit < 10 ? digit : digit + Math.floor((digit - 1) / 10)
}

/** Whether a text is the number of a container by ISO 6346, with a check digit that fits. */
export function isContainerNumber(text: string): boolean {
  if (!new RegExp(containerPattern).test(text)) return false
  const sum = [...text.slice(0, 10)].reduce((total, character, at) => total + letterValue(character) * 2 ** at, 0)
  return (sum % 11) % 10 === Number(text.at(-1))
}

/** A number as people type it, `csqu 305438-3`, in the form in which it is stored. */
export const toContainerNumber = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()
const place = filledLine(limits.placeLength)
const short = filledLine(limits.shipmentNumberLength)
/** ISO 6346. */
const Container = v.pipe(filledLine(limits.containerLength), ruled('containerNumber', isContainerNumber))

/** Space on a ship: `etd` and `eta` are the days on which it is expected to sail and to arrive. */
export const Booked = v.object({
  vessel: filledLine(limits.vesselLength),
  voyage: v.optional(short),
  from: place,
  to: place,
  etd: Day,
  eta: Day,
  container: v.optional(Container),
})
export type Booked = v.InferOutput<typeof Booked>

const quantity = v.object({
  /** id of the product, as in the offer */
  fishe: nonEmptyLine(100),
  /** tonnes */
  qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax)),
  lots: v.optional(LotWeights),
})
export type LoadedLine = v.InferOutput<typeof quantity>

const weighed = filledList(quantity, limits.orderItems)
/** What stands ready, by lots. */
const Packed = v.object({ lines: weighed })

/** What went into a container. `temperature` in °C. */
export const Loaded = v.object({
  container: Container,
  seal: v.optional(short),
  temperature: v.optional(v.pipe(v.number(), v.minValue(-80), v.maxValue(40))),
  lines: weighed,
})
export type Loaded = v.InferOutput<typeof Loaded>

const Sailed = v.object({ on: Day, eta: v.optional(Day) })

const Documents = v.object({ courier: v.optional(short), tracking: v.optional(short) })

export const paymentParts = ['deposit', 'balance'] as const
/** `amount` in minor units of the offer's currency. */
export const Paid = v.object({
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  on: Day,
  part: oneOf(paymentParts),
})
export type Paid = v.InferOutput<typeof Paid>

/** The members of a milestone, besides those of every event. One is named like its step. */
export const milestoneMembers = {
  step: v.optional(oneOf(milestoneSteps)),
  /** the day on which it happened */
  on: v.optional(Day),
  booked: v.optional(Booked),
  loaded: v.optional(Loaded),
  sailed: v.optional(Sailed),
  documents: v.optional(Documents),
  packed: v.optional(Packed),
  paid: v.optional(Paid),
  /** of the shop's `paid`: the id of the buyer's report that it confirms */
  confirms: v.optional(nonEmptyLine(100)),
}

const Done = v.object({
  step: oneOf(shipmentSteps),
  /** the day on which it happened */
  on: text,
  /** the event that counts: the first one without a correction */
  _id: text,
})
export type Done = v.InferOutput<typeof Done>

const minor = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)
const Reported = v.object({ _id: text, ...Paid.entries })
export type Reported = v.InferOutput<typeof Reported>
/** A claim of the buyer; `credit` in minor units once it is settled, 0 where it was refused. */
const ShipmentClaim = v.object({ _id: text, credit: v.optional(minor) })

/** Where the goods of an accepted order are, by the milestones without a correction. */
export const Shipment = v.object({
  /** the last one that is done, in the order of the steps; null before the first */
  step: v.fallback(v.nullable(oneOf(shipmentSteps)), null),
  /** in the order of the steps */
  done: v.fallback(tolerantList(Done), []),
  vessel: v.optional(v.string()),
  container: v.optional(v.string()),
  /** when it is expected to sail, and to arrive */
  etd: v.optional(v.string()),
  eta: v.optional(v.string()),
  /** tonnes of each product in the containers that count */
  loaded: v.fallback(tolerantList(v.object({ fishe: text, qty: number })), []),
  /** what the shop has received, minor units */
  paid: v.optional(v.object({ deposit: minor, balance: minor })),
  /** payments that the buyer has reported and nobody has confirmed */
  reported: v.optional(tolerantList(Reported)),
  claims: v.optional(tolerantList(ShipmentClaim)),
  /** the kinds of documents that are here */
  papers: v.optional(tolerantList(v.string())),
  /** reported a second time by the shop: these count no quantity and no date until the first is corrected */
  doubles: v.optional(tolerantList(Done)),
})
export type Shipment = v.InferOutput<typeof Shipment>
