import { Button, Flex, IconButton, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { nameIn } from '../../../contract/locales.ts'
import { getCart, removeCartLine } from '../../db/cart.ts'
import type { CartLine } from '../../db/rows.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuantityField } from '../../ui/forms/quantity-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineName } from '../../ui/line-name.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Aside, Split } from '../../ui/split.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { changeQuantity } from './change-line.ts'
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
        <Button asChild variant="solid">
          <Link to="/">
            <Trans>Go Back</Trans>
          </Link>
        </Button>
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
    // what is no quantity says so at its field: nobody orders the number that stood there before
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
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
        <Button asChild>
          <Link to="/drafts">
            <Trans>Save as draft</Trans>
          </Link>
        </Button>
      </Aside>
    </Split>
  )
}
