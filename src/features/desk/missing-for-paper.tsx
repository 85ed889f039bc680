import { Box, Button, Link as ChakraLink, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import {
  type LettersField,
  type PaperField,
  type PaperKind,
  paperFields,
} from '../../../contract/papers/paper-kinds.ts'
import { hasRight } from '../../data/session/has-right.ts'
import { useSession } from '../../data/session/use-session.ts'

const fieldNames: Record<Exclude<PaperField, LettersField>, MessageDescriptor> = {
  'seller.legalName': msg`Legal name of your company`,
  'seller.taxNumber': msg`Tax number of your company`,
  'seller.approvalNumber': msg`Approval number of your plant`,
  'shop.street': msg`Street of the shop`,
  bank: msg({ message: 'Bank account', comment: 'that buyers pay to' }),
  loaded: msg`What was loaded, as a step of the shipment`,
}

/** What has letters that a paper cannot print. */
const lettersOf: Record<LettersField, MessageDescriptor> = {
  'seller.letters': msg`Legal name of your company`,
  'shop.letters': msg`Street of the shop`,
  'bank.letters': msg({ message: 'Bank account', comment: 'that buyers pay to' }),
  'buyer.letters': msg`Buyer`,
  'deliverTo.letters': msg`Deliver to`,
  'consignee.letters': msg`Consignee`,
  'notifyParty.letters': msg`Notify party`,
  'place.letters': msg`Place`,
  'products.letters': msg`Products`,
  'shipment.letters': msg`Vessel`,
}

/** What the buyer has written, and nobody else can change. */
const ofBuyer = ['buyer.letters', 'deliverTo.letters', 'consignee.letters', 'notifyParty.letters'] as const

/** The parts of the settings that have the fields. */
const places: Partial<Record<PaperField, string>> = {
  'seller.legalName': 'seller',
  'seller.taxNumber': 'seller',
  'seller.approvalNumber': 'seller',
  bank: 'bank',
  'seller.letters': 'seller',
  'bank.letters': 'bank',
}
const ofSettings: readonly PaperField[] = ['shop.street', 'shop.letters']
const ofShipment: readonly PaperField[] = ['loaded', 'shipment.letters']
const isOfSettings = (field: PaperField) => places[field] !== undefined || ofSettings.includes(field)

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
  const isOfLetters = (field: PaperField): field is LettersField => field in lettersOf
  const nameOf = (field: PaperField) => {
    if (!isOfLetters(field)) return t(fieldNames[field])
    const name = t(lettersOf[field])
    return t`${name}: in Latin letters`
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
            {ofShipment.includes(field) ? (
              <Button
                variant="plain"
                paddingInline="0"
                justifyContent="flex-start"
                textAlign="start"
                fontWeight="normal"
                textDecoration="underline"
                onClick={goToShipment}
              >
                {nameOf(field)}
              </Button>
            ) : maySettings && isOfSettings(field) ? (
              <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
                <Link to="/admin/shop" {...(places[field] && { hash: places[field] })}>
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
  if (ofBuyer.every((field) => !fields.includes(field))) return null
  return (
    <Text color="fg.muted">
      <Trans>
        Papers print Latin, Greek and Cyrillic letters only. A company and a consignee in such letters stand in place of
        the buyer’s name and address: ask the buyer for a new request that has them.
      </Trans>
    </Text>
  )
}
