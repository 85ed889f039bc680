import type { Offer } from '../offers.ts'
import type { OrderEvent } from '../order-events.ts'
import type { PaperKind } from '../papers/papers.ts'
import { creditSum, type DocumentKind } from './claims.ts'
import { depositOf } from './dues.ts'
import type { Done, Loaded, LoadedLine, Shipment } from './milestones.ts'
import { buyerSteps, defaultTolerance, type MilestoneStep, type ShipmentStep, shipmentSteps } from './milestones.ts'

type Events = readonly OrderEvent[]
type Sold = Pick<Offer, 'lines' | 'tolerance'>
type Milestone = OrderEvent & { step: MilestoneStep; on: string }

/** Doubles that an answer names. */
const mostDoubles = 20
/** Tonnes are added as whole kilograms. */
const kilograms = (tonnes: number) => Math.round(tonnes * 1000)

/** Tonnes of a product that an offer sells; 0 if it does not. */
const acceptedOf = ({ lines }: Pick<Offer, 'lines'>, fishe: string) =>
  lines.find((line) => line.fishe === fishe && line.price !== null)?.qty ?? 0

/** The most of a product that may be loaded, tonnes: what was accepted, and the tolerance of the offer. */
export function mostLoaded(offer: Sold, fishe: string): number {
  const { tolerance = defaultTolerance } = offer
  // the little more makes up for what a product of floating-point numbers lacks
  return Math.floor((kilograms(acceptedOf(offer, fishe)) * (100 + tolerance)) / 100 + 1e-6) / 1000
}

/** Tonnes per product, each product once. */
function sumLines(lines: readonly LoadedLine[]): LoadedLine[] {
  const sums = new Map<string, number>()
  for (const { fishe, qty } of lines) sums.set(fishe, (sums.get(fishe) ?? 0) + kilograms(qty))
  return [...sums].map(([fishe, sum]) => ({ fishe, qty: sum / 1000 }))
}

/** The first line with which more of its product is loaded than may be, and how much may be; undefined if all fits. */
export function findTooMuch(offer: Sold, lines: readonly LoadedLine[]): { at: number; most: number } | undefined {
  const sums = new Map<string, number>()
  for (const [at, { fishe, qty }] of lines.entries()) {
    const sum = (sums.get(fishe) ?? 0) + kilograms(qty)
    sums.set(fishe, sum)
    const most = mostLoaded(offer, fishe)
    if (sum > kilograms(most)) return { at, most }
  }
  return undefined
}

/** The ids of the corrected milestones, which do not count. */
export const correctedIds = (events: Events): Set<string> =>
  new Set(events.flatMap(({ kind, of }) => (kind === 'correct' && of !== undefined ? [of] : [])))

const isMilestone = (event: OrderEvent): event is Milestone => event.kind === 'milestone'

/** The reports of loading that count: the first one, and further containers as long as everything fits; of two of a container the first. */
function countedLoads(offer: Sold, loads: readonly Milestone[]): Milestone[] {
  const counted: Milestone[] = []
  for (const load of loads) {
    const isNew = counted.every(({ loaded }) => loaded?.container !== load.loaded?.container)
    const lines = [...counted, load].flatMap(({ loaded }) => loaded?.lines ?? [])
    if (counted.length === 0 || (isNew && !findTooMuch(offer, lines))) counted.push(load)
  }
  return counted
}

/** The milestones without a correction. */
function countingOf(events: Events): Milestone[] {
  const corrected = correctedIds(events)
  return events.filter(isMilestone).filter(({ _id }) => !corrected.has(_id))
}

const isLoad = ({ step }: Milestone) => step === 'loaded'

/** The reports that count: of a step the first one, and those of loading in their order. */
export function countedReports(offer: Sold, events: Events) {
  const counting = countingOf(events)
  const of = (step: MilestoneStep) => counting.find((each) => each.step === step)
  return { of, loads: countedLoads(offer, counting.filter(isLoad)) }
}

/** The containers that count, in the order in which they were reported. */
export const containersOf = (offer: Sold, events: Events): Loaded[] =>
  countedReports(offer, events).loads.flatMap(({ loaded }) => loaded ?? [])

/** The step of the shipment that a milestone reports: a paid deposit is one, any other payment is none. */
const stepOf = ({ step, paid }: Milestone): ShipmentStep | undefined =>
  step === 'paid' ? (paid?.part === 'deposit' ? 'deposit' : undefined) : step

interface Step extends Omit<Milestone, 'step'> {
  step: ShipmentStep
}
const toDone = ({ step, on, _id }: Step): Done => ({ step, on, _id })

/** The shop's payments, of two confirmations of one report the first, and the buyer's reports that none confirms. */
function paymentsIn(counting: readonly Milestone[]) {
  const payments = counting.flatMap(({ _id, by, paid, confirms }) => (paid ? [{ _id, by, paid, confirms }] : []))
  const ofShop = payments.filter(({ by }) => by.side === 'shop')
  const received = ofShop.filter(
    ({ confirms }, at) => confirms === undefined || ofShop.findIndex((each) => each.confirms === confirms) === at,
  )
  const isConfirmed = (id: string) => received.some(({ confirms }) => confirms === id)
  return { received, reported: payments.filter(({ _id, by }) => by.side === 'buyer' && !isConfirmed(_id)) }
}

/** Whether an event is a payment that the buyer has reported and that the shop can still confirm. */
export const isOpenReport = (events: Events, id: string): boolean =>
  paymentsIn(countingOf(events)).reported.some(({ _id }) => _id === id)

/** What the shop has received, and what the buyer has reported besides. */
function paymentsOf(offer: Partial<Pick<Offer, 'total' | 'deposit'>>, counting: readonly Milestone[]) {
  const { received, reported } = paymentsIn(counting)
  const sums = { deposit: 0, balance: 0 }
  for (const { paid } of received) sums[paid.part] += paid.amount
  // the shop's word without an amount, as before there were amounts
  const isWhole = counting.some(({ step, by }) => step === 'deposit' && by.side === 'shop')
  if (isWhole && sums.deposit === 0) sums.deposit = depositOf({ total: 0, ...offer })
  return {
    ...(sums.deposit + sums.balance > 0 && { paid: sums }),
    ...(reported.length > 0 && { reported: reported.slice(-mostDoubles).map(({ _id, paid }) => ({ _id, ...paid })) }),
  }
}

/** The claims, with what each was settled by first. */
function claimsOf(events: Events) {
  const claims = events.flatMap(({ kind, _id }) => {
    if (kind !== 'claim') return []
    const settled = events.find((each) => each.kind === 'settle' && each.claim === _id)
    return [{ _id, ...(settled && { credit: creditSum(settled.credit) }) }]
  })
  return claims.length > 0 && { claims }
}

/** The kinds of documents that are here, those that the server has made included. */
function papersOf(events: Events) {
  const made: Partial<Record<PaperKind, DocumentKind>> = { invoice: 'invoice', packing: 'packing-list' }
  const kinds = events.flatMap(({ document, paper }) => document?.kind ?? (paper && made[paper.kind]) ?? [])
  return kinds.length > 0 && { papers: [...new Set(kinds)] }
}

/** The shipment of an accepted offer after its milestones and corrections, oldest first. Other events change nothing. */
export function foldShipment(offer: Sold & Partial<Pick<Offer, 'total' | 'deposit'>>, events: Events): Shipment {
  const counting = countingOf(events)
  const steps = counting.flatMap((milestone): Step[] => {
    const step = stepOf(milestone)
    return step ? [{ ...milestone, step }] : []
  })
  const first = new Map<ShipmentStep, Step>()
  for (const each of steps) if (!first.has(each.step)) first.set(each.step, each)
  const done = shipmentSteps.flatMap((step) => first.get(step) ?? [])
  const loads = countedLoads(offer, counting.filter(isLoad))
  // what both sides say of a deposit or a delivery is no double
  const doubles = steps.filter(
    (each) =>
      first.get(each.step) !== each && loads.every(({ _id }) => _id !== each._id) && !buyerSteps.includes(each.step),
  )
  const { vessel, container: planned, etd, eta } = first.get('booked')?.booked ?? {}
  const container = loads[0]?.loaded?.container ?? planned
  const expected = first.get('sailed')?.sailed?.eta ?? eta
  return {
    step: done.at(-1)?.step ?? null,
    done: done.map(toDone),
    ...(vessel !== undefined && { vessel }),
    ...(container !== undefined && { container }),
    ...(etd !== undefined && { etd }),
    ...(expected !== undefined && { eta: expected }),
    loaded: sumLines(loads.flatMap(({ loaded }) => loaded?.lines ?? [])),
    ...paymentsOf(offer, counting),
    ...claimsOf(events),
    ...papersOf(events),
    ...(doubles.length > 0 && { doubles: doubles.slice(0, mostDoubles).map(toDone) }),
  }
}

/** What is left to load of a product, tonnes; 0 when as much is loaded as was accepted, or more. */
export function leftOf(offer: Pick<Offer, 'lines'>, { loaded }: Pick<Shipment, 'loaded'>, fishe: string): number {
  const sum = loaded.find((line) => line.fishe === fishe)?.qty ?? 0
  return Math.max(0, kilograms(acceptedOf(offer, fishe)) - kilograms(sum)) / 1000
}

/** The step after the last one that is done; undefined at the end. */
export const nextStep = ({ step }: Pick<Shipment, 'step'>): ShipmentStep | undefined =>
  shipmentSteps[step === null ? 0 : shipmentSteps.indexOf(step) + 1]

/** The first later step that was done on an earlier day than this one; undefined if the step is in order. */
export function doneBefore(done: readonly Done[], { step, on }: Pick<Done, 'step' | 'on'>): ShipmentStep | undefined {
  const at = shipmentSteps.indexOf(step)
  return done.find((each) => shipmentSteps.indexOf(each.step) > at && each.on < on)?.step
}
