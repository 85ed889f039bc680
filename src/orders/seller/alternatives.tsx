import { Box, Button, Flex } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useId, useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import type { OfferInput } from '../../../contract/offers.ts'
import { filledFacts } from '../../../contract/product-fields.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { FoundProducts } from '../../forms/found-products.tsx'
import { LabelledSelect } from '../../forms/select.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { itemName } from '../shown-order.ts'
import type { AskedLine, OfferRowValues } from './offer-values.ts'

const lineOfProduct = (fish: Fish): AskedLine => ({
  ...{ fishe: fish._id, name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es },
  ...{ image: fish.image, qty: 0, ...filledFacts(fish) },
})

/** The products of an offer's rows: as they were asked for, and alternatives as the catalogue on the device has them. */
export function useOfferedLines(
  asked: readonly AskedLine[],
  rows: readonly OfferRowValues[],
  before: OfferInput | undefined,
): AskedLine[] {
  const { db } = useDeps()
  const ids = rows.slice(asked.length).map(({ product }) => product)
  const found = useLiveQuery(() => db.fishes.bulkGet(ids).catch(() => []), [db, ids.join()]) ?? []
  return rows.map(({ product: fishe }, at) => {
    const known = asked.find((line) => line.fishe === fishe) ?? found.find((fish) => fish?._id === fishe)
    if (known) return '_id' in known ? lineOfProduct(known) : known
    const previous = before?.lines.find((line) => line.fishe === fishe)
    const none = { fishe, name: fishe, name_fr: fishe, name_es: fishe, image: '', qty: 0 }
    return { ...none, ...(previous && 'item' in previous && previous.item ? previous.item : {}), key: at }
  })
}

interface AddAlternativeProps {
  asked: readonly AskedLine[]
  rows: readonly OfferRowValues[]
  onAdd: (product: string, alternativeTo: string) => void
}

/** Finds a product in the catalogue on the device and offers it in place of one that was asked for. */
export function AddAlternative({ asked, rows, onAdd }: AddAlternativeProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [alternativeTo, setAlternativeTo] = useState(asked[0]?.fishe ?? '')
  const [keyword, setKeyword] = useState('')
  if (rows.length - asked.length >= limits.alternatives) return null
  return (
    <div>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Trans comment="button: offers another product in place of one that was asked for">Add an alternative</Trans>
      </Button>
      <Flex id={id} hidden={!isOpen} direction="column" gap="3" mt="3">
        <LabelledSelect
          label={t({ message: 'In place of', comment: 'label: the product that was asked for' })}
          value={alternativeTo}
          options={asked.map(({ fishe }) => ({ value: fishe, label: itemName(asked, fishe, locale) }))}
          onValue={setAlternativeTo}
        />
        {/* a box of its own: the field grows along its row */}
        <Box maxWidth="24rem">
          <SearchField label={t`Search for a product`} value={keyword} onSearch={setKeyword} />
        </Box>
        <FoundProducts
          keyword={keyword}
          without={rows.map(({ product }) => product)}
          onChoose={(product) => {
            onAdd(product, alternativeTo)
            setOpen(false)
            setKeyword('')
          }}
        />
      </Flex>
    </div>
  )
}
