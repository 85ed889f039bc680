import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/feedback/notice.tsx'

/** More names than these are only counted. */
const maxListed = 30

/** Files of which the reader should know, below a title; nothing without any. */
export function FileNames({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  const more = names.length - maxListed
  return (
    <Notice kind="warning">
      <p>{title}</p>
      <Text overflowWrap="anywhere">{names.slice(0, maxListed).join(', ')}</Text>
      {more > 0 && (
        <p>
          <Trans>Not listed: {more}</Trans>
        </p>
      )}
    </Notice>
  )
}
