import { Plural, Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { countFishes, getCatalogueState } from '../../db/fishes.ts'
import { formatDate } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useDeps } from '../../ui/deps.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatBytes } from './format-bytes.ts'
import { useStorage } from './use-storage.ts'

/** Products, age, size, and honestly: whether the device promises to keep it all. */
export function SavedPanel() {
  const { db } = useDeps()
  const locale = useLocale()
  const count = useLiveQuery(() => countFishes(db), [db]) ?? 0
  const state = useLiveQuery(() => getCatalogueState(db), [db])
  const { usage, persisted, ask } = useStorage()
  return (
    <section className="panel" aria-labelledby="saved-catalogue">
      <h2 id="saved-catalogue">
        <Trans>Catalogue</Trans>
      </h2>
      <dl className="facts">
        <div>
          <dt>
            <Trans>Products</Trans>
          </dt>
          <dd>
            {state?.tooMany ? (
              <Trans>Only the pages you have seen: the catalogue is very large.</Trans>
            ) : state?.complete ? (
              <Plural value={count} one="# product, complete" other="# products, complete" />
            ) : (
              <Trans>Not complete yet</Trans>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="When the saved catalogue was last compared with the shop">Last checked</Trans>
          </dt>
          <dd>{state && state.at > 0 ? formatDate(state.at) : <Trans>Never</Trans>}</dd>
        </div>
        {usage !== undefined && (
          <div>
            <dt>
              <Trans>Size of everything</Trans>
            </dt>
            <dd>{formatBytes(usage, locale)}</dd>
          </div>
        )}
      </dl>
      {persisted === true && (
        <Notice kind="success">
          <Trans>This device has promised to keep what is saved.</Trans>
        </Notice>
      )}
      {persisted === false && (
        <Notice kind="warning">
          <p>
            <Trans>
              This device does not promise to keep what is saved: it may clear it when space runs out or after some time
              without a visit. Send what waits while you have a connection.
            </Trans>
          </p>
          <button type="button" className="button" onClick={() => void ask()}>
            <Trans>Ask the device to keep it</Trans>
          </button>
        </Notice>
      )}
    </section>
  )
}
