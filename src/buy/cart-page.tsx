import { Box, Button, Flex, IconButton, Input, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { textIn } from '../../contract/shop.ts'
import {
  cartLineOf,
  getCart,
  putCartLine,
  restoreCartLine,
  setCartNote,
  setCartQuantity,
  updateCartProduct,
} from '../db/cart.ts'
import { findGone } from '../db/drafts.ts'
import { fetchProduct } from '../db/read-products.ts'
import type { CartLine } from '../db/rows.ts'
import { type Deps, useDeps, useShop } from '../db/use-deps.tsx'
import { QuantityField } from '../forms/quantity-field.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LineName } from '../orders/line-name.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { MoreThanStock, OfflineVisitor } from '../ui/order-hints.tsx'
import { Aside, Page, Split } from '../ui/page.tsx'
import { TableCards } from '../ui/rows/table-cards.tsx'
import { PasteList } from './paste-list.tsx'
import { OrderSteps } from './shipping-page.tsx'

function NoteField({ line }: { line: CartLine }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const locale = useLocale()
  const save = useSaving()
  // the text being typed; undefined while the field shows the saved note
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      aria-label={t`Note on ${{ product: nameIn(line, locale) }}`}
      placeholder={t({ message: 'Note (optional)', comment: 'placeholder in the field below a quantity' })}
      autoComplete="off"
      mt={{ base: '1', md: '2' }}
      maxLength={limits.lineNoteLength}
      value={typed ?? line.note ?? ''}
      onChange={({ target: { value } }) => {
        setTyped(value)
        save(() => setCartNote(db, line.fishe, value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function Quantity({ line, isGone, onRemove }: { line: CartLine; isGone: boolean; onRemove: () => void }) {
  const { t } = useLingui()
  const deps = useDeps()
  const locale = useLocale()
  const save = useSaving()
  const [status, announce] = useStatusMessage()
  // the answer of the server to a change, where the saved catalogue is not complete
  const [isRefused, setIsRefused] = useState(false)
  const name = nameIn(line, locale)
  return (
    <>
      <QuantityField
        value={line.qty}
        label={t`Quantity of ${name}`}
        onChange={(qty) =>
          qty !== undefined && save(async () => setIsRefused((await changeQuantity(deps, line.fishe, qty)) === 'gone'))
        }
        onEnter={(qty) => {
          const tonnes = formatTonnes(qty, locale)
          announce(<Trans comment="the quantity of a line of the cart">Saved: {tonnes}</Trans>)
        }}
      />
      {status}
      <MoreThanStock tonnes={line.qty} stock={line.countInStock} />
      <Box role="status" css={{ '&:not(:empty)': { marginBlock: '2' } }}>
        {(isGone || isRefused) && (
          <Notice kind="warning" isQuiet>
            <p>{t`${name} is no longer sold.`}</p>
            <Button data-gone onClick={onRemove}>
              <Trans context="cart" comment="button: takes a line out of the cart">
                Remove
              </Trans>
            </Button>
          </Notice>
        )}
      </Box>
      <NoteField line={line} />
    </>
  )
}

/** Saves a new quantity at once, then updates the line from the product (specification section 4). */
async function changeQuantity(deps: Deps, fishe: string, tonnes: number): Promise<'gone' | undefined> {
  await setCartQuantity(deps.db, fishe, tonnes)
  // the server is asked even if the product is saved: it may have left the shop since
  const reply = await fetchProduct(deps, fishe).catch(() => undefined)
  if (reply?.ok) await updateCartProduct(deps.db, reply.body)
  return reply?.ok === false && reply.refusal.status === 404 ? 'gone' : undefined
}

const route = getRouteApi('/cart/{-$id}')

export function CartPage() {
  const { t } = useLingui()
  const { db, clock } = useDeps()
  const locale = useLocale()
  const found = useLiveQuery(async () => {
    const lines = await getCart(db)
    return { lines, gone: await findGone(db, lines) }
  }, [db])
  const isPasting = route.useSearch().paste !== undefined
  const save = useSaving()
  const [status, announce] = useStatusMessage()
  async function remove(line: CartLine) {
    const name = nameIn(line, locale)
    await db.cart.delete(line.fishe)
    const restore = async () => {
      await restoreCartLine(db, line)
      announce(<Trans>Back in the cart: {name}</Trans>)
    }
    announce(
      <Flex wrap="wrap" align="center" gap="3">
        <Trans>Removed: {name}</Trans>
        <Button onClick={() => save(restore)}>
          <Trans comment="button: takes back the removal of a line of the cart">Undo</Trans>
        </Button>
      </Flex>,
    )
  }
  return (
    <Page title={t`Cart`}>
      {found && found.lines.length > 0 && <OrderSteps at="cart" />}
      {status}
      {found === undefined ? (
        <Spinner />
      ) : found.lines.length === 0 ? (
        <EmptyState
          icon="cart"
          title={<Trans>Your cart is empty</Trans>}
          action={<LinkButton to="/" variant="solid">{t`Go Back`}</LinkButton>}
        />
      ) : (
        <FullCart {...found} onRemove={(line) => save(() => remove(line))} />
      )}
      <PasteList
        isOpen={isPasting}
        onAdd={async (lines) => {
          for (const { fish, qty } of lines) await putCartLine(db, cartLineOf(fish, qty, clock.now()))
        }}
      />
    </Page>
  )
}

interface FullCartProps {
  lines: CartLine[]
  gone: ReadonlySet<string>
  onRemove: (line: CartLine) => void
}

function FullCart({ lines, gone, onRemove }: FullCartProps) {
  const { t } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const total = lines.reduce((sum, line) => sum + line.qty, 0)

  function proceed() {
    // an invalid quantity is not saved: the order would have the previous one; the shop refuses what it does not sell
    const invalid = box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-gone]')
    if (invalid) invalid.focus()
    else void navigate({ to: '/shipping' })
  }

  return (
    <Split ref={box}>
      <TableCards
        caption={t`Cart`}
        isCompact
        rows={lines}
        rowKey={(line) => line.fishe}
        columns={[
          { title: t`Product`, kind: 'heading', cell: (line) => <LineName line={line} /> },
          {
            title: t`Quantity`,
            kind: 'wide',
            cell: (line) => <Quantity line={line} isGone={gone.has(line.fishe)} onRemove={() => onRemove(line)} />,
          },
          { title: t`Price`, cell: () => '---' },
          {
            title: t`Actions`,
            kind: 'actions',
            cell: (line) => (
              <IconButton aria-label={t`Remove ${{ product: nameIn(line, locale) }}`} onClick={() => onRemove(line)}>
                <Icon name="trash" />
              </IconButton>
            ),
          },
        ]}
      />
      <Aside aria-label={t`Summary`}>
        <Flex as="p" justify="space-between" wrap="wrap" columnGap="3" fontSize="lg">
          <span>
            <Plural value={lines.length} one="# item" other="# items" />
          </span>
          <strong>{formatTonnes(Number(total.toFixed(3)), locale)}</strong>
        </Flex>
        <Text color="fg.muted">
          <Trans>Prices come with the quote.</Trans> {textIn(shop.answerPromise, locale)}
        </Text>
        <Button variant="solid" onClick={proceed}>{t`Proceed To Checkout`}</Button>
        <OfflineVisitor />
        <LinkButton to="/products">{t`Choose more products`}</LinkButton>
        <LinkButton to="/drafts">{t`Save as draft`}</LinkButton>
      </Aside>
    </Split>
  )
}
