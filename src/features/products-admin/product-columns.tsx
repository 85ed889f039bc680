import { Box, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { usePromisedTonnes } from '../../data/orders/use-promised.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { DeleteButton, EditButton } from '../../parts/lists/row-buttons.tsx'
import { Picture } from '../../parts/picture.tsx'
import { type Column, narrowCards, SecondaryText, useActionsColumn } from '../../ui/rows/table-cards.tsx'
import { StockCell } from './stock-cell.tsx'

interface Handlers {
  onEdit: (fish: Fish) => void
  onDelete: (fish: Fish) => void
}

export function useProductColumns({ onEdit, onDelete }: Handlers): Column<Fish>[] {
  const { t } = useLingui()
  const locale = useLocale()
  const promised = usePromisedTonnes()
  return [
    {
      title: t({ message: 'Product', comment: 'column' }),
      kind: 'heading',
      cell: (fish) => (
        <Flex as="span" align="center" gap="3.5">
          {/* a tablet has room for the name only */}
          <Box
            as="span"
            width="4.5rem"
            flexShrink="0"
            borderRadius="l2"
            overflow="hidden"
            display={{ mdToLg: 'none' }}
            css={{ [narrowCards]: { display: 'none' } }}
          >
            <Picture image={fish.image} placeholder={fish.placeholder} type={fish.type} alt="" sizes="72px" />
          </Box>
          <Text as="span" minWidth={{ base: '0', md: '6rem' }} overflowWrap="anywhere">
            {nameIn(fish, locale)}
            {fish.scientific_name && <SecondaryText fontStyle="italic">{fish.scientific_name}</SecondaryText>}
            {fish.code && <SecondaryText>Art. {fish.code}</SecondaryText>}
          </Text>
        </Flex>
      ),
    },
    { title: t`Famille`, cell: (fish) => fish.category },
    { title: t`Classe`, cell: (fish) => fish.classe },
    { title: t`Type`, cell: (fish) => <TypeName type={fish.type} /> },
    {
      title: t`Stock`,
      cell: (fish) => (
        <>
          <StockCell fish={fish} />
          <Promised tonnes={promised.get(fish._id)} />
        </>
      ),
    },
    useActionsColumn((fish) => {
      const name = nameIn(fish, locale)
      return (
        <>
          <EditButton name={name} onClick={() => onEdit(fish)} />
          <DeleteButton name={name} onClick={() => onDelete(fish)} />
        </>
      )
    }),
  ]
}

/** Tonnes of a product that are accepted and not loaded yet. */
function Promised({ tonnes }: { tonnes: number | undefined }) {
  const locale = useLocale()
  if (!tonnes) return null
  const amount = formatTonnes(tonnes, locale)
  return (
    <SecondaryText>
      <Trans comment="below the stock of a product: tonnes that are accepted and not loaded yet">
        promised: {amount}
      </Trans>
    </SecondaryText>
  )
}

function TypeName({ type }: { type: Fish['type'] }) {
  return type === 'seafood' ? <Trans>Seafood</Trans> : <Trans>Fish</Trans>
}
