import { Button, Flex, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { nameIn } from '../../../contract/locales.ts'
import { textIn } from '../../../contract/shop.ts'
import { getCart, removeCartLine, restoreCartLine } from '../../data/cart/cart.ts'
import { findGone } from '../../data/cart/line-changes.ts'
import type { CartLine } from '../../data/rows.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { OfflineVisitor } from '../../parts/offline-visitor.tsx'
import { Page } from '../../parts/page.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Aside, Split } from '../../ui/panel.tsx'
import { CartLines } from './cart-lines.tsx'

export function CartPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const locale = useLocale()
  const found = useLiveQuery(async () => {
    const lines = await getCart(db)
    return { lines, gone: await findGone(db, lines) }
  }, [db])
  const save = useSaving()
  const [said, say] = useSaid()
  async function remove(line: CartLine) {
    const name = nameIn(line, locale)
    await removeCartLine(db, line.fishe)
    const restore = async () => {
      await restoreCartLine(db, line)
      say(<Trans>Back in the cart: {name}</Trans>)
    }
    say(
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
      {said}
      {found === undefined ? (
        <Spinner />
      ) : found.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <FullCart {...found} onRemove={(line) => save(() => remove(line))} />
      )}
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

interface FullCartProps {
  lines: CartLine[]
  /** the products that are not sold any more */
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
      <CartLines lines={lines} gone={gone} onRemove={onRemove} />
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
        <Button variant="solid" onClick={proceed}>
          <Trans>Proceed To Checkout</Trans>
        </Button>
        <OfflineVisitor />
        <LinkButton to="/products">
          <Trans>Choose more products</Trans>
        </LinkButton>
        <LinkButton to="/drafts">
          <Trans>Save as draft</Trans>
        </LinkButton>
      </Aside>
    </Split>
  )
}
