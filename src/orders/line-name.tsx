import { Box, Flex, Link } from '@chakra-ui/react'
import { Plural } from '@lingui/react/macro'
import { Link as RouterLink } from '@tanstack/react-router'
import { nameIn } from '../../contract/locales.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { factsLine, type LineFacts } from '../../contract/product-fields.ts'
import type { CartLine } from '../db/rows.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Picture } from '../ui/product-picture.tsx'
import { SecondaryText } from '../ui/rows/table-cards.tsx'
import { nameOf } from './shown-order.ts'

interface LineNameProps {
  line: Pick<CartLine, 'fishe' | 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'image' | 'placeholder' | 'type'> &
    LineFacts
  /** fetches the picture even if it is off screen, because it is printed */
  printed?: boolean
  note?: string | undefined
}

export function LineName({ line, printed = false, note }: LineNameProps) {
  const locale = useLocale()
  return (
    <Flex as="span" wrap="wrap" align="center" columnGap="3.5">
      <Box
        as="span"
        data-part="picture"
        width="5rem"
        minWidth="4rem"
        borderRadius="l2"
        overflow="hidden"
        _print={{ width: '16mm', minWidth: '16mm' }}
      >
        <Picture
          image={line.image}
          alt=""
          type={line.type}
          sizes="5rem"
          eager={printed}
          placeholder={line.placeholder}
        />
      </Box>
      <Box as="span" flex="1 1 8rem" minWidth="0" overflowWrap="anywhere">
        <Link
          asChild
          data-part="name"
          display="inline-block"
          // above the packing, whose line overlaps its lower padding
          position="relative"
          paddingBlock="0.75rem"
          minHeight="2.75rem"
          fontWeight="semibold"
          lineHeight="1.3"
          textDecoration="none"
          _hover={{ textDecoration: 'underline' }}
          _print={{ paddingBlock: '0', minHeight: '0', color: 'black' }}
        >
          <RouterLink to="/products/$id" params={{ id: line.fishe }}>
            {nameIn(line, locale)}
          </RouterLink>
        </Link>
        <Box as="span" data-part="facts" display="block" mt="-0.375rem" _print={{ mt: '0' }}>
          <SecondaryText>{factsLine(line, locale)}</SecondaryText>
          {note && <SecondaryText fontStyle="italic">{note}</SecondaryText>}
        </Box>
      </Box>
    </Flex>
  )
}

/** What a request asks for, for a row of a list: 'Octopus, hake and 2 more'. */
export function OrderProducts({ items }: { items: readonly Pick<OrderItem, 'name' | 'name_fr' | 'name_es'>[] }) {
  const locale = useLocale()
  const names = items.map((item) => nameOf(item, locale))
  const [first = '', second, ...others] = [...new Set(names)]
  const rest = others.length
  return (
    <SecondaryText overflowWrap="anywhere">
      {rest > 0 ? (
        <Plural value={rest} one={`${first}, ${second} and # more`} other={`${first}, ${second} and # more`} />
      ) : (
        [first, second].filter(Boolean).join(', ')
      )}
    </SecondaryText>
  )
}
