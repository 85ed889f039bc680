import { ClaimDetails, ClaimsPart } from './claims-part.tsx'
import { DocumentsPart } from './documents-part.tsx'
import { type GoodsProps, PaymentsPart } from './payments-part.tsx'

/** What follows an agreement besides the shipment: payments, claims and documents. */
function Goods(props: GoodsProps) {
  return (
    <>
      <PaymentsPart {...props} />
      <ClaimsPart {...props} />
      <DocumentsPart {...props} />
    </>
  )
}

/** What the screens of an order load once an offer is accepted, besides the shipment. */
export const goodsParts = { ClaimDetails, Goods }
