import type { Offer } from '../../contract/offers.ts'
import type { PaperContent } from '../../contract/papers/paper-content.ts'
import { newShop } from '../../contract/shop.ts'
import { offer, orderWith } from './some-orders.ts'

/** What a paper is made from: a pro forma of an order whose products are those of the offer. */
export function paperContent(over: Partial<PaperContent> = {}): PaperContent {
  const sold: Offer = over.offer ?? offer()
  const names = { name: 'Hake', name_fr: 'Merlu', name_es: 'Merluza', image: '' }
  const orderItems = sold.lines.map(({ fishe, qty }) => ({ fishe, qty, ...names }))
  return {
    ...{ kind: 'proforma', number: 'PF-2026-0012', replaces: undefined, day: '2026-06-15', language: 'en' },
    order: orderWith([], { orderItems, reference: 'Q-0001-0001' }),
    offer: sold,
    containers: [],
    seller: { legalName: 'Quay SA', taxNumber: 'SN-1', registrationNumber: 'RC 9', approvalNumber: '12/A' },
    bank: {
      ...{ holder: 'Quay SA', bank: 'Banque du Port', account: '0123', bic: '' },
      since: '2026-01-01T00:00:00.000Z',
    },
    shop: { ...newShop, street: 'Quai 1' },
    ...over,
  }
}
