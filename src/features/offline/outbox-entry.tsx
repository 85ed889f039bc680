import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orderReference } from '../../../contract/reference.ts'
import type { OutboxRow } from '../../db/rows.ts'
import { formatDate } from '../../i18n/dates.ts'
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
        <Trans>Review of {row.payload.display.trade_name}</Trans>
      </span>
    )
  }
  return (
    <span>
      <Trans>Message to the shop</Trans>
    </span>
  )
}

/** The server has refused it, or it has never left the device: the person decides what becomes of it. */
function Remedies({ row }: { row: OutboxRow }) {
  const { sync, clock } = useDeps()
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)

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
        title={t`Discard this request?`}
        confirm={t`Discard`}
        cancel={t`Keep`}
        onConfirm={() => void discard()}
      >
        <p>
          <Trans>It has not reached the shop, and it will be gone from this device.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  )
}
