import { Box, Button, Flex, List } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useId, useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import type { OfferInput } from '../../../contract/offers.ts'
import { filledFacts } from '../../../contract/product-fields.ts'
import { packingLine } from '../../../contract/texts/packing-texts.ts'
import { useList } from '../../db/read-products.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { BesideLabel } from '../../forms/fields.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { itemName } from '../shown-order.ts'
import type { AskedLine, OfferRowValues } from './offer-values.ts'

const nothing = { fishes: [], page: 1, pages: 1, total: 0 }

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
  const found = useList({ keyword, page: 1, per_page: 5 }, nothing).fishes
  if (rows.length - asked.length >= limits.alternatives) return null
  const isNew = ({ _id }: Fish) => rows.every(({ product }) => product !== _id)
  return (
    <div>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Trans comment="button: offers another product in place of one that was asked for">Add an alternative</Trans>
      </Button>
      <Flex id={id} hidden={!isOpen} direction="column" gap="3" mt="3">
        <BesideLabel label={t({ message: 'In place of', comment: 'label: the product that was asked for' })}>
          {(control) => (
            <select id={control} value={alternativeTo} onChange={({ target }) => setAlternativeTo(target.value)}>
              {asked.map(({ fishe }) => (
                <option key={fishe} value={fishe}>
                  {itemName(asked, fishe, locale)}
                </option>
              ))}
            </select>
          )}
        </BesideLabel>
        {/* a box of its own: the field grows along its row */}
        <Box maxWidth="24rem">
          <SearchField label={t`Search for a product`} value={keyword} onSearch={setKeyword} />
        </Box>
        <List.Root listStyleType="none" gap="1" _empty={{ display: 'none' }}>
          {keyword !== '' &&
            found.filter(isNew).map((fish) => (
              <li key={fish._id}>
                <Button
                  variant="ghost"
                  size="sm"
                  height="auto"
                  whiteSpace="normal"
                  textAlign="start"
                  onClick={() => {
                    onAdd(fish._id, alternativeTo)
                    setOpen(false)
                    setKeyword('')
                  }}
                >
                  {nameIn(fish, locale)} · {packingLine(fish, locale)}
                </Button>
              </li>
            ))}
        </List.Root>
      </Flex>
    </div>
  )
}
