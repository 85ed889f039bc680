import { Box, Button, Flex, Grid, Text, Link as TextLink } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import * as m from 'framer-motion/m'
import { orderReference } from '../../contract/fields.ts'
import { nameIn } from '../../contract/locales.ts'
import type { OutboxRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { EntryState } from '../orders/entry-state.tsx'
import { Reference } from '../orders/order-state-badge.tsx'
import { isStockRow } from '../sync/outbox-rows.ts'
import { mayTakeBack } from '../sync/outbox-steps.ts'
import { problemRefusal } from '../sync/problem-refusal.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { DiscardButton } from '../ui/dialogs/discard-button.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { useRowMotion } from '../ui/motion/motion.tsx'
import { linesOf, RefusalReasons } from '../ui/refusal-reasons.tsx'
import { StockTrouble } from '../ui/stock-trouble.tsx'

/** An outbox entry with its state, the reason of a failure and its actions. */
export function OutboxEntry({ row }: { row: OutboxRow }) {
  return (
    <Grid asChild gap="2" pb="4" borderBottom="1px solid {colors.border}">
      <m.li {...useRowMotion()}>
        <Flex wrap="wrap" justify="space-between" rowGap="2" columnGap="4">
          <EntryName row={row} />
          <EntryState state={row.state} />
        </Flex>
        <Text color="fg.muted">
          <Time at={row.createdAt} />
          {row.sentAt !== undefined && (
            <>
              {' · '}
              <Trans>
                sent <Time at={row.sentAt} />
              </Trans>
            </>
          )}
          {row.attempts > 1 && (
            <>
              {' · '}
              <Trans>Tries: {row.attempts}</Trans>
            </>
          )}
        </Text>
        {row.problem && row.state !== 'done' && !isStockConflict(row) && (
          <Box overflowWrap="anywhere">
            <RefusalReasons
              refusal={problemRefusal(row.problem)}
              lines={linesOf(row)}
              verbatim={row.state === 'attention'}
            />
          </Box>
        )}
        {isStockRow(row) && row.state === 'attention' ? (
          <StockTrouble row={row} />
        ) : (
          mayTakeBack(row) && <Actions row={row} />
        )}
      </m.li>
    </Grid>
  )
}

/** `StockTrouble` explains a conflict itself, with both numbers. */
const isStockConflict = ({ problem, state }: OutboxRow) => state === 'attention' && problem?.countInStock !== undefined

function EntryName({ row }: { row: OutboxRow }) {
  const locale = useLocale()
  if (row.kind === 'order') {
    return (
      <TextLink variant="plain" asChild>
        <Link to="/order/$id" params={{ id: row.id }}>
          <Trans>
            Quote request <Reference>{orderReference(row.id)}</Reference>
          </Trans>
        </Link>
      </TextLink>
    )
  }
  if (row.payload.kind === 'order-event') {
    const { order, display } = row.payload
    return (
      <TextLink variant="plain" asChild>
        <Link to="/order/$id" params={{ id: order }}>
          <Trans comment="an offer, an acceptance, a message … that waits to be sent">
            Answer to quote request <Reference>{display.reference}</Reference>
          </Trans>
        </Link>
      </TextLink>
    )
  }
  if (row.payload.kind === 'review') {
    return (
      <span>
        <Trans>Review of {nameIn(row.payload.display, locale)}</Trans>
      </span>
    )
  }
  if (row.payload.kind === 'stock') {
    const name = nameIn(row.payload.display, locale)
    const tonnes = formatTonnes(row.payload.body.countInStock, locale)
    return (
      <span>
        <Trans comment="a product and its stock, as in: Stock of Cod: 4 t">
          Stock of {name}: {tonnes}
        </Trans>
      </span>
    )
  }
  return (
    <span>
      <Trans>Message to the shop</Trans>
    </span>
  )
}

/** The confirmation before an entry is discarded. */
function useWarning({ kind }: OutboxRow): { title: string; text: string } {
  const { t } = useLingui()
  switch (kind) {
    case 'order':
      return {
        title: t`Discard this request?`,
        text: t`The request has not reached the shop, and it will be gone from this device.`,
      }
    case 'review':
      return {
        title: t`Discard this review?`,
        text: t`The review has not reached the shop, and it will be gone from this device.`,
      }
    case 'order-event':
      return {
        title: t`Discard this answer?`,
        text: t`The answer was not sent, and it will be gone from this device.`,
      }
    case 'stock':
      return {
        title: t`Discard this number?`,
        text: t`It has not reached the shop, and it will be gone from this device.`,
      }
    // a logout is never shown
    case 'logout':
    case 'contact':
      return {
        title: t`Discard this message?`,
        text: t`The message has not reached the shop, and it will be gone from this device.`,
      }
  }
}

/** The actions for an entry that was refused or has never left the device. */
function Actions({ row }: { row: OutboxRow }) {
  const { sync, clock } = useDeps()
  const locale = useLocale()
  const { t } = useLingui()
  const navigate = useNavigate()
  const warning = useWarning(row)
  const save = useSaving()

  async function edit() {
    if (await sync.editAgain(row.id, t`Cart of ${formatTime(clock.now(), locale)}`)) {
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    }
  }
  return (
    <ButtonRow>
      {row.kind === 'order' && (
        <Button variant="solid" onClick={() => save(edit)}>
          {row.state === 'attention' ? <Trans>Edit and send again</Trans> : <Trans>Back to the cart</Trans>}
        </Button>
      )}
      <DiscardButton title={warning.title} onDiscard={() => sync.discard(row.id)}>
        <p>{warning.text}</p>
      </DiscardButton>
    </ButtonRow>
  )
}
