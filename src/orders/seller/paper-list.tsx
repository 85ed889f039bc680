import { Badge, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { EventFile } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Paper, PaperKind } from '../../../contract/papers/papers.ts'
import { Time } from '../../ui/date-text.tsx'
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
  if (papers.length === 0)
    return (
      <p>
        <Trans>No paper was made yet.</Trans>
      </p>
    )
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
                <Trans>It no longer says what is loaded, which was corrected since: issue a new one.</Trans>
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
