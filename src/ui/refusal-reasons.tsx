import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { nameIn } from '../../contract/locales.ts'
import type { Refusal } from '../api/exchange.ts'
import type { CartLine } from '../db/rows.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'

interface RefusalReasonsProps {
  refusal: Pick<Refusal, 'status' | 'code' | 'connection' | 'detail' | 'errors'>
  /** the requested lines, so that a reason names its product */
  lines?: readonly CartLine[] | undefined
  verbatim?: boolean
}

/** Why the server refused a request: one sentence, then the reasons for single fields, in the reader's language. */
export function RefusalReasons({ refusal, lines = [], verbatim = false }: RefusalReasonsProps) {
  const locale = useLocale()
  const refusalText = useRefusalText()
  const fieldText = useRefusedFieldText()
  const reasons = refusal.errors.map((field) => {
    const line = lines[Number(/orderItems[./](\d+)/.exec(field.path)?.[1])]
    return { path: field.path, name: line && nameIn(line, locale), text: fieldText(field) }
  })
  const translated = [...(refusal.code ? [refusal] : []), ...refusal.errors.filter(({ rule }) => rule)]
  const words = [...new Set(translated.map(({ detail }) => detail))].join(' ')
  return (
    <>
      <p>{refusalText(refusal)}</p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ path, name, text }) => (
            <li key={path}>
              {name && <strong>{name} · </strong>}
              {text}
            </li>
          ))}
        </ul>
      )}
      {verbatim && words !== '' && (
        <Text color="fg.muted">
          <Trans>
            Answer of the shop: <q lang="en">{words}</q>
          </Trans>
        </Text>
      )}
    </>
  )
}
