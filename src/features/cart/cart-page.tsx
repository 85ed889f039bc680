import { Button, Flex, IconButton, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { nameIn } from '../../../contract/locales.ts'
import { readProduct } from '../../catalogue/read.ts'
import { getCart, removeCartLine, setCartQuantity, updateCartProduct } from '../../db/cart.ts'
import type { CartLine } from '../../db/rows.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { type Deps, useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuantityField } from '../../ui/forms/quantity-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineName } from '../../ui/line-name.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Aside, Split } from '../../ui/split.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { NoteField } from './note-field.tsx'

export function CartPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const lines = useLiveQuery(() => getCart(db), [db])
  return (
    <Page title={t`Cart`}>
      {lines === undefined ? <Spinner /> : lines.length === 0 ? <EmptyCart /> : <FullCart lines={lines} />}
    </Page>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon="cart"
      title={<Trans>Your cart is empty</Trans>}
      action={
        <LinkButton to="/" variant="solid">
          <Trans>Go Back</Trans>
        </LinkButton>
      }
    />
  )
}

function FullCart({ lines }: { lines: CartLine[] }) {
  const { t } = useLingui()
  const deps = useDeps()
  const locale = useLocale()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const total = lines.reduce((sum, line) => sum + line.qty, 0)

  function proceed() {
    // an invalid quantity is not saved: the order would have the previous one
    const invalid = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else void navigate({ to: '/shipping' })
  }

  return (
    <Split ref={box}>
      <TableCards
        caption={t`Cart`}
        rows={lines}
        rowKey={(line) => line.fishe}
        columns={[
          { title: t`Product`, kind: 'heading', cell: (line) => <LineName line={line} /> },
          {
            title: t`Quantity`,
            kind: 'wide',
            cell: (line) => (
              <>
                <QuantityField
                  value={line.qty}
                  label={t`Quantity of ${nameIn(line, locale)}`}
                  onChange={(tonnes) => tonnes !== undefined && void changeQuantity(deps, line.fishe, tonnes)}
                />
                <NoteField line={line} />
              </>
            ),
          },
          { title: t`Price`, cell: () => '---' },
          {
            title: t`Actions`,
            kind: 'actions',
            cell: (line) => (
              <IconButton
                aria-label={t`Remove ${nameIn(line, locale)}`}
                onClick={() => void removeCartLine(deps.db, line.fishe)}
              >
                <Icon name="trash" />
              </IconButton>
            ),
          },
        ]}
      />
      <Aside aria-label={t`Summary`}>
        <Flex as="p" justify="space-between" fontSize="lg">
          <span>
            <Plural value={lines.length} one="# item" other="# items" />
          </span>
          <strong>{formatTonnes(Number(total.toFixed(3)), locale)}</strong>
        </Flex>
        <Text color="fg.muted">
          <Trans>Prices come with the quote, usually within one working day.</Trans>
        </Text>
        <Button variant="solid" onClick={proceed}>
          <Trans>Proceed To Checkout</Trans>
        </Button>
        <LinkButton to="/drafts">
          <Trans>Save as draft</Trans>
        </LinkButton>
      </Aside>
    </Split>
  )
}

/**
 * Saves a new quantity at once, then updates the line from the product (specification section 4). Without an answer only
 * the quantity changes.
 */
async function changeQuantity(deps: Deps, fishe: string, tonnes: number): Promise<void> {
  await setCartQuantity(deps.db, fishe, tonnes)
  const read = await readProduct(deps, fishe).catch(() => undefined)
  if (!read?.ok) return
  const newer = await read.body.refreshed
  await updateCartProduct(deps.db, newer?.ok ? newer.body : read.body.product)
}
