import type { Order } from '../../contract/orders.ts'
import { offerPaper } from '../../contract/papers/paper-parts.ts'
import { useShop } from '../db/use-shop.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { PaperSheet } from './paper-sheet.tsx'
import type { NumberedOffer } from './thread-offers.ts'

interface OfferPaperProps {
  order: Order
  offer: NumberedOffer
  isPrinted: boolean
}

/** An offer on paper, in the reader's language and English. */
export function OfferPaper({ order, offer, isPrinted }: OfferPaperProps) {
  const [shop, language] = [useShop(), useLocale()]
  if (!isPrinted) return null
  const parts = offerPaper({ ...offer, order, shop, language })
  return <PaperSheet parts={parts} orderId={order._id} shopName={shop.name} />
}
