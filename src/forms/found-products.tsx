import { Button, List, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { nameIn } from '../../contract/locales.ts'
import { packingLine } from '../../contract/texts/packing-texts.ts'
import { useList } from '../db/read-products.ts'
import { useLocale } from '../i18n/use-locale.ts'

const nothing = { fishes: [], page: 1, pages: 1, total: 0 }

interface FoundProductsProps {
  keyword: string
  /** products that cannot be chosen */
  without?: readonly string[]
  onChoose: (product: string) => void
}

/** Buttons for the products of the catalogue on the device that a keyword finds, by name or article number. */
export function FoundProducts({ keyword, without = [], onChoose }: FoundProductsProps) {
  const locale = useLocale()
  const { fishes } = useList({ keyword, page: 1, per_page: 5 }, nothing)
  const found = keyword === '' ? [] : fishes.filter(({ _id }) => !without.includes(_id))
  return (
    <>
      <List.Root listStyleType="none" gap="1" _empty={{ display: 'none' }}>
        {found.map((fish) => (
          <li key={fish._id}>
            <Button
              variant="ghost"
              size="sm"
              height="auto"
              whiteSpace="normal"
              textAlign="start"
              onClick={() => onChoose(fish._id)}
            >
              {nameIn(fish, locale)} · {packingLine(fish, locale)}
            </Button>
          </li>
        ))}
      </List.Root>
      <Text role="status" srOnly>
        {keyword && <Trans>Products found: {found.length}</Trans>}
      </Text>
    </>
  )
}
