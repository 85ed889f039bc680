import { Badge, Box, Button, Card } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { RefusalReasons } from '../../parts/refusal-reasons.tsx'
import { ReviewText } from './review-text.tsx'

/** A pending review with its state; a refused one also with the reason and a Discard button. */
export function WaitingReview({ row }: { row: OutboxRow }) {
  const { sync } = useDeps()
  if (row.payload.kind !== 'review') return null
  const { rating, comment } = row.payload.body
  return (
    <Card.Root as="article" py="4" px="5">
      <ReviewText name={row.userName} rating={rating} comment={comment}>
        <Badge colorPalette={row.state === 'attention' ? 'red' : 'orange'}>
          {row.state === 'attention' ? (
            <Trans>Needs your attention</Trans>
          ) : row.state === 'waiting-login' ? (
            <Trans>Log in to send</Trans>
          ) : (
            <Trans>Waiting for a connection</Trans>
          )}
        </Badge>
      </ReviewText>
      {row.state === 'attention' && (
        <>
          {row.problem && (
            <Box color="fg.error" fontSize="0.9375rem" fontWeight="medium" lineHeight="1.45">
              <RefusalReasons refusal={problemRefusal(row.problem)} verbatim />
            </Box>
          )}
          <Button
            alignSelf="start"
            mt="2"
            onClick={() => {
              // the pressed button goes
              document.getElementById('reviews')?.focus()
              void sync.discard(row.id)
            }}
          >
            <Trans>Discard</Trans>
          </Button>
        </>
      )}
    </Card.Root>
  )
}
