import { Box, Button, Link as ChakraLink, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { hasRight } from '../../../contract/accounts.ts'
import { type PaperField, type PaperKind, paperFields } from '../../../contract/papers/papers.ts'
import { useSession } from '../../db/use-session.ts'
import { goTo } from '../deal-card.tsx'

interface Missing {
  name: MessageDescriptor
  /** the part of the settings that has it, the shipment on the same screen, or what the buyer has written */
  where?: 'seller' | 'bank' | 'shop' | 'shipment' | 'buyer'
}

const legalName: Missing = { name: msg`Legal name of your company`, where: 'seller' }
const street: Missing = { name: msg`Street of the shop`, where: 'shop' }
const bank: Missing = { name: msg({ message: 'Bank account', comment: 'that buyers pay to' }), where: 'bank' }

/** What a paper may lack; of `letters`, what has some that a paper cannot print. */
const missing: Record<PaperField, Missing> = {
  'seller.legalName': legalName,
  'seller.taxNumber': { name: msg`Tax number of your company`, where: 'seller' },
  'seller.approvalNumber': { name: msg`Approval number of your plant`, where: 'seller' },
  'shop.street': street,
  bank,
  loaded: { name: msg`What was loaded, as a step of the shipment`, where: 'shipment' },
  'seller.letters': legalName,
  'shop.letters': street,
  'bank.letters': bank,
  'buyer.letters': { name: msg`Buyer`, where: 'buyer' },
  'deliverTo.letters': { name: msg`Deliver to`, where: 'buyer' },
  'consignee.letters': { name: msg`Consignee`, where: 'buyer' },
  'notifyParty.letters': { name: msg`Notify party`, where: 'buyer' },
  'place.letters': { name: msg`Place` },
  'products.letters': { name: msg`Products` },
  'shipment.letters': { name: msg`Vessel`, where: 'shipment' },
}

const whereIs = (field: PaperField) => missing[field].where
const isOfSettings = (field: PaperField) => ['seller', 'bank', 'shop'].includes(whereIs(field) ?? '')

/** What a paper cannot be without and lacks, each with the way to where it is filled in. */
export function MissingForPaper({ kind, fields }: { kind: PaperKind; fields: readonly string[] }) {
  const titleId = useId()
  const { t } = useLingui()
  const maySettings = hasRight(useSession(), 'shop')
  const nameOf = (field: PaperField) => {
    const name = t(missing[field].name)
    return field.endsWith('.letters') ? t`${name}: in Latin letters` : name
  }
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
            {whereIs(field) === 'shipment' ? (
              <Button
                variant="plain"
                paddingInline="0"
                justifyContent="flex-start"
                textAlign="start"
                fontWeight="normal"
                textDecoration="underline"
                onClick={() => goTo('shipment')}
              >
                {nameOf(field)}
              </Button>
            ) : maySettings && isOfSettings(field) ? (
              <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
                <Link to="/admin/shop" hash={whereIs(field) === 'shop' ? undefined : whereIs(field)}>
                  {nameOf(field)}
                </Link>
              </ChakraLink>
            ) : (
              nameOf(field)
            )}
          </li>
        ))}
      </Box>
      {!maySettings && known.some(isOfSettings) && (
        <Text color="fg.muted">
          <Trans>A person with the right to the shop fills this in, in its settings.</Trans>
        </Text>
      )}
    </Box>
  )
}

/** What can be done about letters in what the buyer has written. */
export function LettersHint({ fields }: { fields: readonly string[] }) {
  if (paperFields.every((field) => whereIs(field) !== 'buyer' || !fields.includes(field))) return null
  return (
    <Text color="fg.muted">
      <Trans>
        Papers print Latin, Greek and Cyrillic letters only. A company and a consignee written in these letters replace
        the buyer’s name and address: ask the buyer for a new request that includes them.
      </Trans>
    </Text>
  )
}
