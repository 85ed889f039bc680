import { Box, Flex } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { hasRight } from '../../../contract/accounts.ts'
import type { EventFile } from '../../../contract/files.ts'
import type { Side } from '../../../contract/order-events.ts'
import { useSession } from '../../data/session/use-session.ts'
import { ThreadFile } from './thread-file.tsx'

interface EventFilesProps {
  orderId: string
  /** who has announced them */
  side: Side
  files: readonly EventFile[]
}

/** The files of an event: here, on their way, or refused. */
export function EventFiles({ orderId, side, files }: EventFilesProps) {
  const { t } = useLingui()
  const session = useSession()
  if (!session) return null
  const isOwn = side === (hasRight(session, 'orders') ? 'shop' : 'buyer')
  const place = { userId: session.userId, order: orderId }
  return (
    <Box as="ul" listStyleType="none" aria-label={t`Files`}>
      {files.map((file) => (
        <Flex as="li" key={file._id} paddingBlock="1">
          <ThreadFile place={place} file={file} isOwn={isOwn} />
        </Flex>
      ))}
    </Box>
  )
}
