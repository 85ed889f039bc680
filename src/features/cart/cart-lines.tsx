import { Box, Button, IconButton } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nameIn } from '../../../contract/locales.ts'
import { setCartQuantity, updateCartProduct } from '../../data/cart/cart.ts'
import { fetchProduct } from '../../data/catalogue/read.ts'
import type { CartLine } from '../../data/rows.ts'
import { type Deps, useDeps } from '../../data/use-deps.tsx'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { MoreThanStock } from '../../parts/more-than-stock.tsx'
import { LineName } from '../../parts/offers/line-name.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'
import { QuantityField } from '../../ui/forms/quantity-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import { NoteField } from './note-field.tsx'

interface CartLinesProps {
  lines: CartLine[]
  /** the products that are not sold any more, by the saved catalogue */
  gone: ReadonlySet<string>
  onRemove: (line: CartLine) => void
}

/** The lines of the cart. On a phone each is a low card. */
export function CartLines({ lines, gone, onRemove }: CartLinesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
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
            <IconButton aria-label={t`Remove ${nameIn(line, locale)}`} onClick={() => onRemove(line)}>
              <Icon name="trash" />
            </IconButton>
          ),
        },
      ]}
    />
  )
}

interface QuantityProps {
  line: CartLine
  isGone: boolean
  onRemove: () => void
}

function Quantity({ line, isGone, onRemove }: QuantityProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const locale = useLocale()
  const save = useSaving()
  const [said, say] = useSaid()
  // what the server said after a change, where the saved catalogue is not complete
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
          say(<Trans comment="the quantity of a line of the cart">Saved: {tonnes}</Trans>)
        }}
      />
      {said}
      <MoreThanStock tonnes={line.qty} stock={line.countInStock} />
      <Box role="status" css={{ '&:not(:empty)': { marginBlock: '2' } }}>
        {(isGone || isRefused) && (
          <Notice kind="warning" isQuiet>
            <p>
              <Trans>{name} is not sold any more.</Trans>
            </p>
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

/**
 * Saves a new quantity at once, then updates the line from the product (specification section 4). Without an answer only
 * the quantity changes.
 */
async function changeQuantity(deps: Deps, fishe: string, tonnes: number): Promise<'gone' | undefined> {
  await setCartQuantity(deps.db, fishe, tonnes)
  // the server is asked even if the product is saved: it may have left the shop since
  const reply = await fetchProduct(deps, fishe).catch(() => undefined)
  if (reply?.ok) await updateCartProduct(deps.db, reply.body)
  return reply?.ok === false && reply.refusal.status === 404 ? 'gone' : undefined
}
