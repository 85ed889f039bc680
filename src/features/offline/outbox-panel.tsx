import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { getOutboxOf, isPending } from '../../db/outbox-rows.ts'
import type { OutboxRow } from '../../db/rows.ts'
import { useDeps } from '../../ui/deps.tsx'
import { useSession } from '../../ui/session.ts'
import { OutboxEntry } from './outbox-entry.tsx'

/** Everything of this person that is on its way or was sent from here; nobody else's. */
export function OutboxPanel() {
  const { db, sync } = useDeps()
  const userId = useSession()?.userId ?? ''
  const rows = useLiveQuery(() => entriesOf(userId), [db, userId])

  /** Messages of a visitor belong to whoever sits here. */
  async function entriesOf(id: string): Promise<OutboxRow[]> {
    const own = id === '' ? [] : await getOutboxOf(db, id)
    return [...(await getOutboxOf(db, '')), ...own].sort((a, b) => b.seq - a.seq)
  }

  const pending = rows?.filter(isPending) ?? []
  return (
    <section className="panel" aria-labelledby="outbox">
      <h2 id="outbox">
        <Trans>On the way to the shop</Trans>
      </h2>
      {rows?.length === 0 && (
        <p className="muted">
          <Trans>Nothing waits: everything you sent has arrived.</Trans>
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="outbox-list" aria-labelledby="outbox">
          {rows.map((row) => (
            <OutboxEntry key={row.id} row={row} />
          ))}
        </ul>
      )}
      {pending.length > 0 && (
        <div className="button-row">
          <button type="button" className="button button-primary" onClick={() => sync.sendNow()}>
            <Trans>Send now</Trans>
          </button>
          <button type="button" className="button" onClick={() => download(sync.exportEntries(pending))}>
            <Trans>Export as file</Trans>
          </button>
        </div>
      )}
    </section>
  )
}

/** Hands the text to the browser as a file, so that it can go by mail or on another device. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'quayside-requests.json'
  link.click()
  // the download has its own hold on the bytes by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
