import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutboxRow } from '../../../../src/db/rows.ts'
import { DeliveryState } from '../../../../src/orders/delivery-state.tsx'
import { orderOfEntry } from '../../../../src/orders/shown-order.ts'
import { orderEntry } from '../../../../src/sync/entries.ts'
import { ChakraRegion } from '../../../../src/ui/chakra-region.tsx'
import { ann, order } from '../../../support/outbox-bench.ts'

const words: Record<OutboxRow['state'], RegExp> = {
  queued: /^Waiting for a connection$/,
  sending: /^Waiting for a connection$/,
  'waiting-login': /^Log in to send$/,
  attention: /^Needs your attention$/,
  done: /^Sent$/,
}
const cases = Object.entries(words).flatMap(([state, text]) => [0, 3].map((attempts) => ({ state, attempts, text })))

test.each(cases)(
  'an order with the state $state after $attempts attempts shows only that state',
  ({ state, attempts, text }) => {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    // `state` is a key of the record above
    const row = { ...orderEntry(order('k', ann), 0), seq: 1, state: state as OutboxRow['state'], attempts, sentAt: 1 }
    const shown = orderOfEntry(row)
    if (!shown) throw new Error('An order is shown as one')
    render(
      <I18nProvider i18n={i18n}>
        <ChakraRegion>
          <DeliveryState order={shown} />
        </ChakraRegion>
      </I18nProvider>,
    )
    expect(screen.getByText(text)).toBeTruthy()
  },
)
