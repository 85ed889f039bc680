import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type OrderEventInput, orderStates } from '../../../../contract/order-events.ts'
import { decimalText, formatMoney } from '../../../../contract/texts/money.ts'
import type { EventRow } from '../../../../src/db/outbox-rows.ts'
import { OfferChanges } from '../../../../src/orders/offer-changes.tsx'
import { OfferSheet } from '../../../../src/orders/offer-sheet.tsx'
import { OrderStateBadge, shopStateNames, stateNames } from '../../../../src/orders/order-state-badge.tsx'
import { offersOf, waitingEntry } from '../../../../src/orders/shown-order.ts'
import { ThreadTimeline } from '../../../../src/orders/thread-timeline.tsx'
import { ChakraRegion } from '../../../../src/ui/chakra-region.tsx'
import { eventEntry } from '../../../support/entries.ts'
import { eventOf, items, offerOf } from '../../../support/offer-samples.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

function show(node: ReactNode) {
  return render(
    <I18nProvider i18n={i18n}>
      <ChakraRegion>{node}</ChakraRegion>
    </I18nProvider>,
  )
}

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('money is exact, in the reader’s language and with the decimals of its currency', () => {
  expect(formatMoney(185_000, 'EUR', 'en')).toBe('€1,850.00')
  expect(plain(formatMoney(185_000, 'EUR', 'fr'))).toBe('1 850,00 €')
  expect(plain(formatMoney(185_000, 'EUR', 'es'))).toBe('1.850,00 €')
  expect(plain(formatMoney(1_213_500, 'XOF', 'en'))).toBe('F CFA 1,213,500')
  expect(formatMoney(-5, 'USD', 'en')).toBe('-$0.05')
  // no binary fraction has this value
  expect(formatMoney(9_007_199_254_740_991, 'EUR', 'en')).toBe('€90,071,992,547,409.91')
  expect(decimalText(7, 3)).toBe('0.007')
})

test('every state has a badge with its own text', () => {
  show(orderStates.map((state) => <OrderStateBadge key={state} state={state} side="buyer" />))
  for (const word of [
    'Awaiting offer',
    'Offer received',
    'Accepted',
    'Declined',
    'Expired',
    'Turned down',
    'Cancelled',
  ])
    expect(screen.getByText(word)).toBeTruthy()
})

test('the badge of an offer differs for buyer and shop', () => {
  const messages = { [stateNames.offered.id]: 'received', [shopStateNames.offered.id]: 'sent' }
  i18n.loadAndActivate({ locale: 'fr', messages })
  show((['buyer', 'shop'] as const).map((side) => <OrderStateBadge key={side} state="offered" side={side} />))
  expect(screen.getByText('received').compareDocumentPosition(screen.getByText('sent'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

test('a line shows the requested quantity if another one is offered', () => {
  const [line] = offerOf().lines
  const [offer] = offersOf({
    events: [eventOf(1, 'offer', { offer: offerOf({ lines: line ? [{ ...line, qty: 2.5 }] : [] }) })],
  })
  if (!offer) throw new Error('there is an offer')
  show(<OfferSheet offer={offer} items={items} />)
  expect(plain(screen.getByRole('row', { name: /Common octopus/ }).textContent ?? '')).toContain('asked for: 3 t')
})

test('an offer shows prices, charges, total, terms and unavailable products', () => {
  const [offer] = offersOf({
    events: [eventOf(1, 'offer', { offer: offerOf({ payment: '30 days', note: 'Ice is ours.' }) })],
  })
  if (!offer) throw new Error('there is an offer')
  show(<OfferSheet offer={offer} items={items} />)
  const sheet = screen
  const octopus = within(sheet.getByRole('row', { name: /Common octopus/ }))
  expect(octopus.getAllByRole('cell').map(({ textContent }) => textContent && plain(textContent))).toEqual([
    '3 t',
    '€1,850.00',
    '€5,550.00',
  ])
  expect(sheet.getByRole('row', { name: /White grouper/ }).textContent).toContain('Not available')
  expect(sheet.getByRole('row', { name: /^Freight/ }).textContent).toContain('€450.50')
  expect(sheet.getByRole('row', { name: /^Total/ }).textContent).toContain('€6,000.50')
  for (const text of ['30 Nov 2099', 'FOB Dakar', '30 days', 'Ice is ours.']) expect(sheet.getByText(text)).toBeTruthy()
})

test.each([
  ['2099-11-27T12:00:00', 'valid for 3 more days'],
  ['2099-11-29T23:00:00', 'valid for 1 more day'],
  ['2099-11-30T12:00:00', 'valid today only'],
])('an offer that can be accepted says at %s that it is %s', (now, words) => {
  const [offer] = offersOf({ events: [eventOf(1, 'offer')] })
  if (!offer) throw new Error('there is an offer')
  show(<OfferSheet offer={offer} items={items} now={Date.parse(now)} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test('the days that are left are those of the reader’s calendar', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const [offer] = offersOf({ events: [eventOf(1, 'offer')] })
  if (!offer) throw new Error('there is an offer')
  // in Greenwich the last day has begun
  show(<OfferSheet offer={offer} items={items} now={Date.parse('2099-11-30T03:00:00Z')} />)
  expect(screen.getByText('valid for 1 more day')).toBeTruthy()
  vi.unstubAllEnvs()
})

test('all differences between two offers are listed, and nothing else', () => {
  const before = offerOf()
  const after = offerOf({
    lines: [
      { fishe: 'f1', qty: 2.5, price: 180_000, total: 450_000 },
      { fishe: 'f2', qty: 1.5, price: 100_000, total: 150_000 },
    ],
    charges: [],
    total: 600_000,
    validUntil: '2099-12-24',
    expiresAt: '2099-12-25T00:00:00.000Z',
    payment: 'in advance',
    tolerance: 0,
  })
  show(<OfferChanges before={before} after={after} items={items} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent && plain(textContent))).toEqual([
    'Common octopus: €1,850.00 → €1,800.00',
    'Quantity of Common octopus: 3 t → 2.5 t',
    'White grouper: Not available → €1,000.00',
    'Freight: no longer: €450.50',
    'Total: €6,000.50 → €6,000.00',
    'Valid until: 30 Nov 2099 → 24 Dec 2099',
    'Payment: new: in advance',
    'Tolerance: Up to 5 % more than offered may be loaded → No more than offered may be loaded',
  ])
})

test('equal numbers in another currency are different prices', () => {
  const before = offerOf()
  show(<OfferChanges before={before} after={{ ...before, currency: 'USD' }} items={items} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Common octopus: €1,850.00 → $1,850.00',
    'Freight: €450.50 → $450.50',
    'Total: €6,000.50 → $6,000.50',
  ])
})

test('charges with the same label are added up', () => {
  const freight = (...amounts: number[]) => ({ charges: amounts.map((amount) => ({ label: 'Freight', amount })) })
  show(<OfferChanges before={offerOf(freight(100, 200))} after={offerOf(freight(300))} items={items} />)
  expect(screen.getByText('Nothing but its date has changed.')).toBeTruthy()
})

test('pending events look like sent ones: an offer has its number and total, a refused event its badge', () => {
  const session = { userId: 'u', name: 'Ibrahima', email: 'i@example.com' }
  const waiting = (id: string, body: OrderEventInput) =>
    ({ ...eventEntry({ id, order: 'o', reference: 'Q', body, session }, 1), seq: 1 }) as EventRow
  const rows = [
    waiting('w1', { kind: 'offer', after: 1, offer: offerOf() }),
    { ...waiting('w2', { kind: 'message', text: 'Hello' }), state: 'attention' as const },
  ]
  show(
    <ThreadTimeline
      orderId="o1"
      side="shop"
      now={1}
      request={{ name: 'Awa Diop', at: 1 }}
      thread={{ events: [eventOf(1, 'offer')], orderItems: items }}
      waiting={rows.map((row) => waitingEntry(row, 'shop'))}
    />,
  )
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.split('Ibrahima')[0])
  expect(entries.slice(2)).toEqual([
    'Offer 2: €6,000.50, valid until 30 Nov 2099not sent yet',
    'MessageNeeds your attentionHello',
  ])
})

test('the thread shows all events in order, with badges on pending ones', () => {
  const offer = eventOf(1, 'offer')
  const events = [offer, eventOf(2, 'message', { text: 'Is the ice included?' }), eventOf(3, 'offer')]
  show(
    <ThreadTimeline
      orderId="o1"
      side="shop"
      now={Date.parse('2026-11-03T09:00:00.000Z')}
      request={{ name: 'Awa Diop', at: '2026-11-01T09:00:00.000Z' }}
      thread={{ events, orderItems: items }}
      waiting={[
        {
          _id: 'w1',
          kind: 'accept',
          offer: events[2]?._id ?? '',
          at: 1,
          by: { name: 'Awa Diop', side: 'buyer' },
          pending: 'not-sent',
        },
      ]}
    />,
  )
  const entries = within(screen.getByRole('list', { name: 'Thread' })).getAllByRole('listitem')
  expect(entries[0]?.textContent).toContain('2 days ago')
  expect(entries.map(({ textContent }) => textContent?.split(/Awa|Quayside/)[0])).toEqual([
    'Asked for a quote',
    'Offer 1: €6,000.50, valid until 30 Nov 2099',
    'MessageIs the ice included?',
    'Offer 2: €6,000.50, valid until 30 Nov 2099',
    'Offer 2 acceptednot sent yet',
  ])
})
