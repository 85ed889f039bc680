/* Steps of a shipment. */

/** The steps from the acceptance to the buyer's cold store, in their usual order. None is required. */
export const shipmentSteps = [
  'proforma',
  'deposit',
  'packed',
  'booked',
  'loaded',
  'sailed',
  'documents',
  'arrived',
  'received',
] as const
export type ShipmentStep = (typeof shipmentSteps)[number]

/** The steps that the buyer may report, too: that the deposit is paid, and that the goods have come. */
export const buyerSteps: readonly ShipmentStep[] = ['deposit', 'received']

/** The steps of which the buyer is told by mail and push. */
export const toldSteps = ['booked', 'loaded', 'sailed', 'arrived'] as const satisfies readonly ShipmentStep[]

/** Per cent by which more may be loaded than was accepted, where the offer names none. */
export const defaultTolerance = 5
