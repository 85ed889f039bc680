import type { InvalidField } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'
import type { Offer } from '../../contract/offers.ts'
import type { MilestoneInput, OrderEventBody } from '../../contract/order-events.ts'
import type { Loaded } from '../../contract/shipment/milestones.ts'
import { isContainerNumber } from '../../contract/shipment/milestones.ts'
import { findTooMuch } from '../../contract/shipment/shipment-state.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { readFiles } from '../files/order-files.ts'

/** The error for a member that an event needs: missing or of another type. */
export function lacks(path: string, value: unknown): InvalidField[] {
  return [{ path, rule: value === undefined ? 'required' : 'allowedValue' }]
}

type Read = { event: MilestoneInput; wrong?: undefined } | { event?: undefined; wrong: InvalidField[] }

function wrongContainer(path: string, container: string | undefined): InvalidField[] {
  return container === undefined || isContainerNumber(container) ? [] : [{ path, rule: 'containerNumber' }]
}

function wrongQuantities({ lines }: Loaded): InvalidField[] {
  const params = { limit: limits.quantityDecimals }
  return lines.flatMap(({ qty }, at) =>
    isQuantity(qty) ? [] : [{ path: `loaded.lines.${at}.qty`, rule: 'decimals' as const, params }],
  )
}

/** The member that is named like the step: required where the step is nothing without it. */
function readDetails({ step, booked, loaded, sailed, documents }: OrderEventBody) {
  switch (step) {
    case 'booked':
      return {
        details: { booked },
        wrong: booked ? wrongContainer('booked.container', booked.container) : lacks('booked', booked),
      }
    case 'loaded':
      return {
        details: { loaded },
        wrong: loaded
          ? [...wrongContainer('loaded.container', loaded.container), ...wrongQuantities(loaded)]
          : lacks('loaded', loaded),
      }
    case 'sailed':
      return { details: sailed ? { sailed } : {}, wrong: [] }
    case 'documents':
      return { details: documents ? { documents } : {}, wrong: [] }
    default:
      return { details: {}, wrong: [] }
  }
}

/** Parses a milestone: the members of its step and no others, or the errors. */
export function readMilestone(body: OrderEventBody): Read {
  const { step, on, note, after } = body
  const { details, wrong: wrongDetails } = readDetails(body)
  const given = body.files && readFiles(body.files)
  const wrong = [
    ...(step === undefined ? lacks('step', step) : []),
    ...(on === undefined ? lacks('on', on) : []),
    ...wrongDetails,
    ...(given?.wrong ?? []),
  ]
  if (step === undefined || on === undefined || wrong.length > 0) return { wrong }
  const noted = { ...(note !== undefined && { note }), ...(after !== undefined && { after }) }
  return { event: { kind: 'milestone', step, on, ...noted, ...details, ...(given && { files: given.files }) } }
}

/** The errors of what is loaded: other products than the accepted ones, or more than the tolerance of the offer allows. */
export function wrongLoaded(offer: Offer, { lines }: Loaded): InvalidField[] {
  const foreign = lines.findIndex(({ fishe }) => offer.lines.every((line) => line.fishe !== fishe))
  if (foreign >= 0) return [{ path: `loaded.lines.${foreign}.fishe`, rule: 'productOfOffer' }]
  const tooMuch = findTooMuch(offer, lines)
  if (!tooMuch) return []
  return [{ path: `loaded.lines.${tooMuch.at}.qty`, rule: 'maximum', params: { limit: tooMuch.most } }]
}
