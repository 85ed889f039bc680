import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useDeps } from '../db/use-deps.tsx'
import { useShop } from '../db/use-shop.ts'
import type { EventRow } from '../sync/outbox-rows.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { ChatWithUs } from '../ui/shop-address.tsx'

interface FullThreadProps {
  row: EventRow
  /** the buyer's telephone number, for the shop */
  buyerPhone?: string
}

/** The ways on for what was refused because enough was written on its request: it can be sent again another day. */
export function FullThread({ row, buyerPhone }: FullThreadProps) {
  const { sync } = useDeps()
  const shop = useShop()
  // made once, so that a double click sends one message
  const [newId] = useState(() => sync.newId())
  const phone = buyerPhone ?? shop.phone
  return (
    <>
      {phone && (
        <Button asChild variant="solid">
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <Trans comment="button: telephone">Call {phone}</Trans>
          </a>
        </Button>
      )}
      {buyerPhone === undefined && (
        <>
          {shop.chatPhone && (
            <Button asChild>
              <ChatWithUs />
            </Button>
          )}
          <LinkButton to="/products">
            <Trans comment="button: leads to the products, for another request">New request</Trans>
          </LinkButton>
        </>
      )}
      <Button onClick={() => void sync.replaceEvent({ id: row.id, newId, body: row.payload.body })}>
        <Trans comment="button: send this message once more">Send again</Trans>
      </Button>
    </>
  )
}
