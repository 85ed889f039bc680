import { ph } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Fish } from '../../contract/fishes.ts'
import { getOutboxOf } from '../db/outbox-rows.ts'
import type { Session } from '../db/rows.ts'
import { useDeps, useFreshQuery } from '../db/use-deps.tsx'
import { useSavedQuery } from '../lists/query.ts'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { Icon } from '../ui/icon.tsx'

/** Whether somebody is told when a product is in stock again: what they last chose here, or the newer answer of the server. */
function useStockAlert(fishe: string, { userId }: Session) {
  const { db } = useDeps()
  const rows = useFreshQuery(async () => getOutboxOf(db, userId).catch(() => []), [db, userId])
  const { body, at = 0 } = useSavedQuery({
    key: 'stock-alerts',
    load: (api, signal) => api.call('listStockAlerts', { signal }),
  })
  const own = rows?.findLast(({ payload }) => payload.kind === 'stock-alert' && payload.fishe === fishe)
  const isNewer = own !== undefined && own.state !== 'attention' && (own.state !== 'done' || (own.sentAt ?? 0) >= at)
  const isOn = isNewer && own.payload.kind === 'stock-alert' ? own.payload.isOn : body?.ids.includes(fishe) === true
  return { isOn, isWaiting: isNewer && own.state !== 'done' && own.state !== 'sending' }
}

/** A switch for one product that is not in stock, which works without a connection. */
export function StockAlert({ product, session }: { product: Fish; session: Session }) {
  const { sync } = useDeps()
  const save = useSaving()
  const { _id: fishe, trade_name, trade_name_fr, trade_name_es } = product
  const { isOn, isWaiting } = useStockAlert(fishe, session)
  const display = { trade_name, trade_name_fr, trade_name_es }
  const turn = () => sync.enqueue({ kind: 'stock-alert', fishe, isOn: !isOn, body: {}, display }, { session })
  return (
    <div>
      <button type="button" className="button" aria-pressed={isOn} onClick={() => save(turn)}>
        <Icon name={isOn ? 'check' : 'bell'} />
        <Trans comment="button: asks for a message when a product is in stock again">Tell me when it is back</Trans>
      </button>
      <p className="muted" role="status">
        {isOn && <Trans>We will write to {ph({ email: session.email })} once it is in stock.</Trans>}{' '}
        {isWaiting && <Trans>This goes out with the next connection.</Trans>}
      </p>
    </div>
  )
}
