import { Badge, Box, Button, Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { hasRight } from '../../../contract/accounts.ts'
import type { EventFile } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Paper, type PaperField, type PaperKind, paperFields } from '../../../contract/papers/papers.ts'
import { useSession } from '../../db/use-deps.tsx'
import { Time } from '../../ui/date-text.tsx'
import { goTo } from '../deal-card.tsx'
import { EventFiles } from '../files/files-part.tsx'

export const paperNames: Record<PaperKind, MessageDescriptor> = {
  proforma: msg({ message: 'Pro forma', comment: 'kind of paper: an invoice before delivery' }),
  packing: msg({ message: 'Packing list', comment: 'kind of paper: what is in the cartons of a shipment' }),
  invoice: msg({ message: 'Commercial invoice', comment: 'kind of paper' }),
  credit: msg({ message: 'Credit note', comment: 'kind of paper: of what a claim has settled' }),
  'data-sheet': msg({
    message: 'Data sheet for certificates',
    comment: 'kind of paper: data of lots, to copy into catch and health certificates',
  }),
}

export function PaperList({ papers, order }: { papers: readonly Paper[]; order: Order }) {
  const { t } = useLingui()
  if (papers.length === 0) return <p>{t`No paper was made yet.`}</p>
  return (
    <Stack as="ul" gap="0" listStyleType="none" padding="0" aria-label={t`Papers of this order`}>
      {papers.map((paper) => {
        const { _id, kind, number, at, isOutdated } = paper
        const newer = papers.find(({ replaces }) => replaces === number)?.number
        return (
          <Stack key={_id} as="li" gap="1" paddingBlock="3" borderTopWidth="1px">
            <Text color={newer === undefined ? undefined : 'fg.muted'}>
              <Text as="span" fontWeight="semibold">
                {t(paperNames[kind])}{' '}
                <Text as="span" whiteSpace="nowrap">
                  {number}
                </Text>
              </Text>{' '}
              · <Time at={at} /> {newer !== undefined && <Badge>{t`Replaced by ${newer}`}</Badge>}
            </Text>
            {newer === undefined && isOutdated && (
              <Text color="fg.warning">
                <Trans>It no longer matches the loading, which was corrected since: issue a new one.</Trans>
              </Text>
            )}
            <EventFiles orderId={order._id} side="shop" files={[fileOf(paper, order)]} />
          </Stack>
        )
      })}
    </Stack>
  )
}

/** The file of a paper as the thread names it; its size is not known while that part of the thread is not on this device. */
function fileOf({ file, number }: Paper, { events }: Order): EventFile {
  const known = events.flatMap(({ files = [] }) => files).find(({ _id }) => _id === file)
  return known ?? { _id: file, name: `${number}.pdf`, type: 'application/pdf', bytes: 0, sha256: '', here: true }
}

interface Missing {
  name: MessageDescriptor
  /** the part of the settings that has it, the shipment on the same screen, the book of lots, or what the buyer has written */
  where?: 'seller' | 'bank' | 'shop' | 'shipment' | 'lots' | 'buyer'
}

const legalName: Missing = { name: msg`Legal name of your company`, where: 'seller' }
const street: Missing = { name: msg`Street of the shop`, where: 'shop' }
const bank: Missing = { name: msg({ message: 'Bank account', comment: 'that buyers pay to' }), where: 'bank' }

/** What a paper may lack. `letters`: the text has some that a paper cannot print. */
const missing: Record<PaperField, Missing> = {
  'seller.legalName': legalName,
  'seller.taxNumber': { name: msg`Tax number of your company`, where: 'seller' },
  'seller.approvalNumber': { name: msg`Approval number of your plant`, where: 'seller' },
  'shop.street': street,
  bank,
  loaded: { name: msg`What was loaded, as a step of the shipment`, where: 'shipment' },
  lots: { name: msg`The lots of what was loaded, in the step of the shipment`, where: 'shipment' },
  credit: { name: msg`A claim that was settled with a credit` },
  invoice: { name: msg`The commercial invoice, which it belongs to` },
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
  'lots.letters': { name: msg`Lots`, where: 'lots' },
}

/** What a paper lacks, with the ways to where it is filled in. */
export function MissingForPaper({ title, fields }: { title: string; fields: readonly string[] }) {
  const titleId = useId()
  const { t } = useLingui()
  const maySettings = hasRight(useSession(), 'shop')
  const known = paperFields.filter((field) => fields.includes(field))
  const lots = fields.filter((field) => field.startsWith('lots.') && field !== 'lots.letters').map((it) => it.slice(5))
  if (known.length + lots.length === 0) return null
  const isOfSettings = (field: PaperField) => ['seller', 'bank', 'shop'].includes(missing[field].where ?? '')
  return (
    <Box>
      <Text id={titleId} fontWeight="semibold">
        {title}
      </Text>
      <Box as="ul" aria-labelledby={titleId} listStyleType="none" padding="0">
        {known.map((field) => {
          const { where } = missing[field]
          const name = t(missing[field].name)
          const label = field.endsWith('.letters') ? t`${name}: in Latin letters` : name
          return (
            <li key={field}>
              {where === 'shipment' ? (
                <Button
                  variant="plain"
                  paddingInline="0"
                  justifyContent="flex-start"
                  textAlign="start"
                  fontWeight="normal"
                  textDecoration="underline"
                  onClick={() => goTo('shipment')}
                >
                  {label}
                </Button>
              ) : maySettings && isOfSettings(field) ? (
                <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
                  <Link to="/admin/shop" hash={where === 'shop' ? undefined : where}>
                    {label}
                  </Link>
                </ChakraLink>
              ) : where === 'lots' ? (
                <LotsLink>{label}</LotsLink>
              ) : (
                label
              )}
            </li>
          )
        })}
        {lots.map((lot) => (
          <li key={lot}>
            <LotsLink>{t`Lot ${lot}: catch area and days, plant, production and best-before day`}</LotsLink>
          </li>
        ))}
      </Box>
      {!maySettings && known.some(isOfSettings) && (
        <Text color="fg.muted">{t`A person with the right to the shop fills this in, in its settings.`}</Text>
      )}
    </Box>
  )
}

const LotsLink = ({ children }: { children: ReactNode }) => (
  <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
    <Link to="/admin/lots">{children}</Link>
  </ChakraLink>
)

/** Whether the buyer alone can mend one of these fields. */
export const isBuyers = (fields: readonly string[]) =>
  paperFields.some((field) => missing[field].where === 'buyer' && fields.includes(field))
