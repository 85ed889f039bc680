import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { getCatalogueState } from '../catalogue/store.ts'
import { formatDate } from '../i18n/dates.ts'
import { useAway } from './connection.ts'
import { useDeps } from './deps.tsx'
import './connection-bar.css'

/** The quiet bar of a page without a connection; it blocks nothing. Screen readers hear what comes into the status once. */
export function ConnectionBar() {
  const { db } = useDeps()
  const away = useAway()
  const state = useLiveQuery(() => getCatalogueState(db).catch(() => undefined), [db])
  const time = state?.complete && state.at > 0 ? formatDate(state.at) : undefined
  return (
    <div role="status">
      {away && (
        <p className="connection-bar">
          {time === undefined ? (
            <Trans>You are offline. Nothing is saved on this device yet.</Trans>
          ) : (
            <Trans>You are offline. Showing the saved catalogue of {time}.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
