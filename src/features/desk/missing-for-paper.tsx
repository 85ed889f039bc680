import { Box, Button, Link as ChakraLink, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type PaperField, type PaperKind, paperFields } from '../../../contract/papers/paper-kinds.ts'
import { hasRight } from '../../data/session/has-right.ts'
import { useSession } from '../../data/session/use-session.ts'

const fieldNames: Record<PaperField, MessageDescriptor> = {
  'seller.legalName': msg`Legal name of your company`,
  'seller.taxNumber': msg`Tax number of your company`,
  'seller.approvalNumber': msg`Approval number of your plant`,
  'shop.street': msg`Street of the shop`,
  bank: msg({ message: 'Bank account', comment: 'that buyers pay to' }),
  loaded: msg`What was loaded, as a step of the shipment`,
}

/** The parts of the settings that have the fields. */
const places: Partial<Record<PaperField, string>> = {
  'seller.legalName': 'seller',
  'seller.taxNumber': 'seller',
  'seller.approvalNumber': 'seller',
  bank: 'bank',
}

/** Focuses the heading of the shipment on the same screen, whose form reports what was loaded. */
function goToShipment(): void {
  const heading = document.getElementById('shipment')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** What a paper cannot be without and lacks, each with the way to where it is filled in. */
export function MissingForPaper({ kind, fields }: { kind: PaperKind; fields: readonly string[] }) {
  const titleId = useId()
  const { t } = useLingui()
  const maySettings = hasRight(useSession(), 'shop')
  const known = paperFields.filter((field) => fields.includes(field))
  if (known.length === 0) return null
  return (
    <Box>
      <Text id={titleId} fontWeight="semibold">
        {kind === 'proforma' ? <Trans>A pro forma still needs:</Trans> : <Trans>A packing list still needs:</Trans>}
      </Text>
      <Box as="ul" aria-labelledby={titleId} listStyleType="none" padding="0">
        {known.map((field) => (
          <li key={field}>
            {field === 'loaded' ? (
              <Button
                variant="plain"
                paddingInline="0"
                justifyContent="flex-start"
                textAlign="start"
                fontWeight="normal"
                textDecoration="underline"
                onClick={goToShipment}
              >
                {t(fieldNames[field])}
              </Button>
            ) : maySettings ? (
              <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
                <Link to="/admin/shop" {...(places[field] && { hash: places[field] })}>
                  {t(fieldNames[field])}
                </Link>
              </ChakraLink>
            ) : (
              t(fieldNames[field])
            )}
          </li>
        ))}
      </Box>
      {!maySettings && known.some((field) => field !== 'loaded') && (
        <Text color="fg.muted">
          <Trans>A person with the right to the shop fills this in, in its settings.</Trans>
        </Text>
      )}
    </Box>
  )
}
