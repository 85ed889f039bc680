import { inEach } from '../../contract/locales.ts'
import type { DemoBuyer, DemoEvent, DemoOffer, DemoOrder } from '../orders/seed-demo-orders.ts'

/* Orders for the board and charts of the demonstration shop: the buyers are invented, named as examples, and have no accounts. Prices are in cents per tonne. */

const baltic: DemoBuyer = {
  name: 'Example: Baltic Foods',
  email: 'orders@baltic-foods.example',
  language: 'en',
  place: {
    phone: '+370 5 000 0000',
    address: '4 Harbour Street',
    city: 'Klaipėda',
    postalCode: '91249',
    country: 'Lithuania',
  },
}
const lorient: DemoBuyer = {
  name: 'Exemple : Mareyage Lorient',
  email: 'achats@mareyage-lorient.example',
  language: 'fr',
  place: {
    phone: '+33 2 00 00 00 00',
    address: '12 quai du Pourquoi-Pas',
    city: 'Lorient',
    postalCode: '56100',
    country: 'France',
  },
}
const vigo: DemoBuyer = {
  name: 'Ejemplo: Conservas de Vigo',
  email: 'compras@conservas-vigo.example',
  language: 'es',
  place: {
    phone: '+34 986 000 000',
    address: 'Avenida de Beiramar 20',
    city: 'Vigo',
    postalCode: '36202',
    country: 'Spain',
  },
}
const lagos: DemoBuyer = {
  name: 'Example: Lagos Cold Stores',
  email: 'desk@lagos-cold.example',
  language: 'en',
  place: { phone: '+234 1 000 0000', address: '8 Creek Road', city: 'Lagos', postalCode: '102273', country: 'Nigeria' },
}

const sardine = { slug: 'sardina-pilchardus', qty: 25 }
const hake = { slug: 'merluccius-merluccius', qty: 6 }
const mackerel = { slug: 'scomber-scombrus', qty: 50 }
const squid = { slug: 'illex-argentinus', qty: 12 }
const octopus = { slug: 'octopus-vulgaris', qty: 4.5 }
const shrimp = { slug: 'penaeus-vannamei', qty: 8 }
const tuna = { slug: 'thunnus-albacares', qty: 18 }
const bream = { slug: 'sparus-aurata', qty: 3 }
const herring = { slug: 'clupea-harengus', qty: 40 }
const cuttlefish = { slug: 'sepia-hierredda', qty: 5 }

const prices: Record<string, number> = {
  'sardina-pilchardus': 112_000,
  'merluccius-merluccius': 395_000,
  'scomber-scombrus': 168_000,
  'illex-argentinus': 289_000,
  'octopus-vulgaris': 845_000,
  'penaeus-vannamei': 715_000,
  'thunnus-albacares': 262_000,
  'sparus-aurata': 565_000,
  'clupea-harengus': 98_000,
  'sepia-hierredda': 520_000,
}

const payments = inEach(
  '30 % in advance, the rest against documents',
  '30\u202f% d’avance, le solde contre documents',
  '30 % por adelantado, el resto contra documentos',
)
const freightLabels = inEach('Freight', 'Fret', 'Flete')

/** An offer in the buyer's language, at the prices above times `factor`. */
function offer({ language }: DemoBuyer, change: Partial<DemoOffer> = {}, factor = 1): DemoOffer {
  const priced = Object.entries(prices).map(
    ([slug, price]) => [slug, Math.round((price * factor) / 500) * 500] as const,
  )
  const terms = { currency: 'EUR', incoterm: 'CIF' as const, place: 'Klaipėda', validDays: 7, readyDays: 10 }
  return { ...terms, payment: payments[language], prices: Object.fromEntries(priced), ...change }
}
const freight = ({ language }: DemoBuyer) => [{ label: freightLabels[language], amount: 185_000 }]

// Vessels are invented, and containers have check digits that fit. Days of ships count from the first start, below zero for those that are over.

type Step = Extract<DemoEvent, { kind: 'milestone' }>
const milestone = (daysAgo: number, step: Step['step'], more: Partial<Step> = {}): DemoEvent => {
  return { kind: 'milestone', daysAgo, step, ...more }
}

const voyage = (etdDays: number, etaDays: number, to: string): Step['booked'] => ({
  vessel: to === 'Klaipėda' ? 'Example Star of the Baltic Sea' : 'Example Atlantique',
  voyage: '042N',
  from: 'Dakar',
  to,
  etdDays,
  etaDays,
})

/** Paid and booked: it is loaded this week. */
const toLoad: DemoEvent[] = [
  milestone(7.6, 'proforma'),
  milestone(4.5, 'deposit', { by: 'buyer' }),
  milestone(2.2, 'booked', { booked: voyage(3, 10, 'Lorient') }),
]

/** Half of it is loaded, and the ship should have sailed yesterday. */
const late: DemoEvent[] = [
  milestone(13, 'proforma'),
  milestone(11, 'deposit'),
  milestone(8, 'packed'),
  milestone(7, 'booked', { booked: voyage(-1, 12, 'Klaipėda') }),
  milestone(2, 'loaded', { loaded: { container: 'QUYU1000217', seal: 'EX 204417', temperature: -20, share: 0.5 } }),
]

/** At sea. */
const atSea: DemoEvent[] = [
  milestone(25, 'deposit', { by: 'buyer' }),
  milestone(15, 'booked', { booked: voyage(-6, 4, 'Lorient') }),
  milestone(8, 'loaded', { loaded: { container: 'QUYU1000428', temperature: -18 } }),
  milestone(6, 'sailed'),
  milestone(4, 'documents', { documents: { courier: 'Example Express', tracking: 'EX-2044-1177' } }),
]

/** In the port of destination. */
const arrived: DemoEvent[] = [
  milestone(34, 'deposit'),
  milestone(30, 'booked', { booked: voyage(-20, -2, 'Klaipėda') }),
  milestone(22, 'loaded', { loaded: { container: 'QUYU1000639', seal: 'EX 204380' } }),
  milestone(20, 'sailed'),
  milestone(1, 'arrived'),
]

/** In the buyer's cold store. */
const received: DemoEvent[] = [
  milestone(45, 'loaded', { loaded: { container: 'QUYU1000840' } }),
  milestone(44, 'sailed'),
  milestone(33, 'arrived'),
  milestone(31, 'received', { by: 'buyer' }),
]

const request = (buyer: DemoBuyer, daysAgo: number, items: DemoOrder['items']) => ({ buyer, daysAgo, items })

/** `daysAgo` counts from the first start, for orders as well as for the events of their threads. */
export const demoOrders: DemoOrder[] = [
  {
    ...request(lagos, 0.2, [mackerel, herring]),
    wishes: { incoterm: 'CFR', place: 'Apapa', currency: 'USD' },
  },
  {
    ...request(lorient, 1.1, [{ ...octopus, note: 'T4 à T6' }]),
    wishes: { note: 'Livraison avant la fin du mois, si possible.' },
  },
  { ...request(vigo, 2.4, [squid, cuttlefish]), wishes: { incoterm: 'DAP', place: 'Vigo' } },
  {
    ...request(baltic, 3, [herring, mackerel]),
    thread: [{ kind: 'offer', daysAgo: 2.3, offer: offer(baltic, { charges: freight(baltic) }) }],
  },
  {
    ...request(vigo, 5, [tuna]),
    thread: [
      { kind: 'offer', daysAgo: 4.2, offer: offer(vigo, { place: 'Vigo', validDays: 14 }) },
      { kind: 'message', by: 'buyer', daysAgo: 3.8, text: '¿Podrían bajar un poco si compramos 25 toneladas?' },
      {
        kind: 'offer',
        daysAgo: 3.1,
        offer: offer(vigo, { place: 'Vigo', validDays: 14, note: 'Precio para 18 t; con 25 t, otro 2 % menos.' }, 0.97),
      },
    ],
  },
  {
    ...request(lorient, 9, [hake, bream]),
    thread: [
      { kind: 'offer', daysAgo: 8.5, offer: offer(lorient, { incoterm: 'FCA', place: 'Lorient' }) },
      { kind: 'accept', by: 'buyer', daysAgo: 7.9 },
      { kind: 'message', by: 'shop', daysAgo: 7.7, text: 'Merci ! Les documents suivent demain.' },
      ...toLoad,
    ],
  },
  {
    ...request(baltic, 16, [{ ...sardine, qty: 50 }]),
    thread: [
      { kind: 'offer', daysAgo: 15.4, offer: offer(baltic, { charges: freight(baltic) }) },
      { kind: 'accept', by: 'buyer', daysAgo: 14 },
      ...late,
    ],
  },
  {
    ...request(lagos, 20, [{ ...mackerel, qty: 75 }]),
    thread: [
      { kind: 'offer', daysAgo: 19.2, offer: offer(lagos, { currency: 'USD', incoterm: 'CFR', place: 'Apapa' }, 1.09) },
      { kind: 'decline', by: 'buyer', daysAgo: 18.5, note: 'Freight is too high for us this month.' },
    ],
  },
  {
    ...request(vigo, 24, [octopus, squid]),
    thread: [{ kind: 'offer', daysAgo: 23.1, offer: offer(vigo, { place: 'Vigo', validDays: 5 }) }],
  },
  {
    ...request(lorient, 28, [shrimp]),
    thread: [
      { kind: 'offer', daysAgo: 27.2, offer: offer(lorient, { incoterm: 'DAP', place: 'Lorient' }) },
      { kind: 'accept', by: 'buyer', daysAgo: 25.9 },
      ...atSea,
    ],
  },
  {
    ...request(lagos, 33, [tuna]),
    thread: [{ kind: 'close', daysAgo: 32, note: 'We have no yellowfin of this size before next season.' }],
  },
  {
    ...request(baltic, 38, [{ ...herring, qty: 100 }]),
    thread: [
      { kind: 'offer', daysAgo: 37.5, offer: offer(baltic, { charges: freight(baltic) }) },
      { kind: 'accept', by: 'buyer', daysAgo: 36 },
      ...arrived,
    ],
  },
  {
    ...request(vigo, 45, [hake]),
    thread: [{ kind: 'cancel', by: 'buyer', daysAgo: 44.6, note: 'Pedido por error.' }],
  },
  {
    ...request(lorient, 52, [cuttlefish, octopus]),
    thread: [
      { kind: 'offer', daysAgo: 51.4, offer: offer(lorient, { incoterm: 'FOB', place: 'Agadir' }) },
      { kind: 'accept', by: 'buyer', daysAgo: 49.8 },
      ...received,
    ],
  },
  {
    ...request(lagos, 61, [sardine, mackerel]),
    thread: [
      {
        kind: 'offer',
        daysAgo: 60,
        offer: offer(lagos, { currency: 'USD', incoterm: 'CFR', place: 'Apapa', charges: freight(lagos) }, 1.09),
      },
      { kind: 'accept', by: 'buyer', daysAgo: 57.5 },
      ...received,
    ],
  },
]
