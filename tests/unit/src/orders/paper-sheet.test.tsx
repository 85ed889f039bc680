import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paperParts } from '../../../../contract/papers/paper-parts.ts'
import { newShop } from '../../../../contract/shop.ts'
import { PaperSheet } from '../../../../src/orders/paper-sheet.tsx'
import { ChakraRegion } from '../../../../src/ui/chakra-region.tsx'
import { offer } from '../../../support/some-orders.ts'
import { paperContent } from '../../../support/some-papers.ts'

test('a printed offer names the shop, its English words are English, and labels of sums stand before their amounts', () => {
  const sold = offer({ charges: [{ label: 'Port / quay', amount: 5 }] })
  const shop = { ...newShop, name: 'Quay Fish' }
  const content = paperContent({ shop, kind: 'offer', language: 'es', number: '1', offer: sold })
  render(
    <ChakraRegion>
      <PaperSheet parts={paperParts(content)} orderId="o1" />
    </ChakraRegion>,
  )
  expect(screen.getByText('Quay Fish')).toBeTruthy()
  for (const english of ['Offer 1', 'Valid until', 'Price per tonne', 'Hake'])
    expect(screen.getAllByText(english)[0]?.lang, english).toBe('en')
  // people type in their own language
  for (const label of ['Port / quay', /^Total \(/]) expect(screen.getByText(label)).toHaveProperty('colSpan', 3)
})
