import { Trans } from '@lingui/react/macro'
import { nameIn } from '../../contract/locales.ts'
import type { LineChange } from '../db/drafts.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Notice } from '../ui/feedback/notice.tsx'

/** What has changed since a draft was saved; nothing without changes. */
export function LineChanges({ changes }: { changes: readonly LineChange[] }) {
  if (changes.length === 0) return null
  return (
    <Notice kind="warning">
      <p>
        <strong>
          <Trans>Some things have changed since then:</Trans>
        </strong>
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change.kind + change.line.fishe}>
            <ChangeText change={change} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ChangeText({ change }: { change: LineChange }) {
  const locale = useLocale()
  const name = nameIn(change.line, locale)
  if (change.kind === 'gone') return <Trans>{name} is no longer sold.</Trans>
  if (change.kind === 'out-of-stock') return <Trans>{name} is out of stock.</Trans>
  const newName = nameIn(change.fish, locale)
  if (newName === name) return <Trans>{name} has a new name in another language.</Trans>
  return (
    <Trans>
      {name} is now called {newName}.
    </Trans>
  )
}
