import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { nameIn } from '../../../contract/locales.ts'
import { orderReference } from '../../../contract/reference.ts'
import type { OutboxRow } from '../../db/rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { mayTakeBack } from '../../sync/outbox-steps.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { useDeps } from '../../ui/deps.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { linesOf, RefusalReasons } from '../../ui/refusal-reasons.tsx'
import { EntryState } from './entry-state.tsx'

/** One request with its state, the reason where there is one, and what can be done about it. */
export function OutboxEntry({ row }: { row: OutboxRow }) {
  return (
    <li className="outbox-entry">
      <div className="outbox-head">
        <EntryName row={row} />
        <EntryState state={row.state} />
      </div>
      <p className="muted">
        {formatDate(row.createdAt)}
        {row.sentAt !== undefined && (
          <>
            {' · '}
            <Trans>sent {formatDate(row.sentAt)}</Trans>
          </>
        )}
        {row.attempts > 1 && (
          <>
            {' · '}
            <Trans>{row.attempts} tries</Trans>
          </>
        )}
      </p>
      {row.problem && row.state !== 'done' && (
        <div className="outbox-reason">
          <RefusalReasons
            refusal={problemRefusal(row.problem)}
            lines={linesOf(row)}
            verbatim={row.state === 'attention'}
          />
        </div>
      )}
      {mayTakeBack(row) && <Remedies row={row} />}
    </li>
  )
}

function EntryName({ row }: { row: OutboxRow }) {
  const locale = useLocale()
  if (row.kind === 'order') {
    return (
      <a className="link-alone" href={`#/order/${row.id}`}>
        <Trans>
          Quote request <span className="reference">{orderReference(row.id)}</span>
        </Trans>
      </a>
    )
  }
  if (row.payload.kind === 'review') {
    return (
      <span>
        <Trans>Review of {nameIn(row.payload.display, locale)}</Trans>
      </span>
    )
  }
  return (
    <span>
      <Trans>Message to the shop</Trans>
    </span>
  )
}

/** What the person is asked about, and what is lost with it. */
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
    case 'contact':
      return {
        title: t`Discard this message?`,
        text: t`The message has not reached the shop, and it will be gone from this device.`,
      }
  }
}

/** The server has refused it, or it has never left the device: the person decides what becomes of it. */
function Remedies({ row }: { row: OutboxRow }) {
  const { sync, clock } = useDeps()
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const warning = useWarning(row)

  async function edit() {
    if (await sync.editAgain(row.id, t`Cart of ${formatDate(clock.now())}`)) {
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    }
  }
  async function discard() {
    await sync.discard(row.id)
    setAsking(false)
  }
  return (
    <div className="button-row">
      {row.kind === 'order' && (
        <button type="button" className="button button-primary" onClick={() => void edit()}>
          {row.state === 'attention' ? <Trans>Edit and send again</Trans> : <Trans>Back to the cart</Trans>}
        </button>
      )}
      <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={warning.title}
        confirm={t`Discard`}
        cancel={t`Keep`}
        onConfirm={() => void discard()}
      >
        <p>{warning.text}</p>
      </ConfirmDialog>
    </div>
  )
}
