import { Badge, Button, Card, Flex, Heading, Link, Text } from '@chakra-ui/react'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ContactMessage, MessageUpdate } from '../../contract/inbox.ts'
import { limits } from '../../contract/limits.ts'
import type { Api } from '../api/api-client.ts'
import { formatTime } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { AdminList, type AdminListState, defineAdminList } from '../lists/admin-list.tsx'
import { DeleteButton } from '../lists/list-rows.tsx'
import { useAction } from '../lists/query.ts'
import { Age, Time } from '../ui/date-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'

function replyLink({ email, subject }: ContactMessage): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}

const messages = defineAdminList<ContactMessage>({
  name: 'messages',
  caption: msg({ message: 'Messages', comment: 'title: messages of the contact form' }),
  perPage: limits.messagesPerPage,
  call: (api, query, { signal }) => api.call('listMessages', { query, signal }),
  empty: () => <Trans>Nobody has written yet.</Trans>,
  Card: MessageCard,
  remove: {
    call: (api, { _id: id }) => api.call('deleteMessage', { params: { id } }),
    Text: ({ row }) => (
      <Trans>The message of {ph({ sender: row.name || row.email })} will be permanently deleted.</Trans>
    ),
  },
})

/** How many nobody has read. */
export const newMessages = {
  key: 'count /admin/messages',
  load: (api: Api, signal: AbortSignal) =>
    api.call('listMessages', { query: { state: 'new', page: 1, per_page: 1 }, signal }),
}

export function MessagesPage() {
  const { t } = useLingui()
  return (
    <Page title={t({ message: 'Messages', comment: 'title: messages of the contact form' })}>
      <AdminList of={messages} />
    </Page>
  )
}

function MessageCard({ row: message, list }: { row: ContactMessage; list: AdminListState<ContactMessage> }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { isRead, isAnswered } = message
  const params = { id: message._id }
  const update = useAction((api, body: MessageUpdate) => api.call('updateMessage', { params, body }), {
    onEnd: () => void list.reload(),
  })
  const title = message.subject || t`No subject`
  const titleId = `message-${message._id}`
  const senderId = `sender-${message._id}`
  const named = (id: string) => ({
    id: `${id}-${message._id}`,
    'aria-labelledby': `${id}-${message._id} ${titleId} ${senderId}`,
  })
  return (
    <Card.Root as="article" aria-labelledby={titleId}>
      <Card.Body gap="3">
        <Flex wrap="wrap" gap="2" justify="space-between" align="baseline">
          <Heading as="h2" id={titleId} fontSize="lg" overflowWrap="anywhere">
            {title}
          </Heading>
          {isAnswered ? (
            <Badge colorPalette="green">{t({ message: 'Answered', comment: 'state of a message' })}</Badge>
          ) : (
            !isRead && (
              <Badge colorPalette="orange">
                <Trans comment="state of a message that nobody has read">New</Trans>
              </Badge>
            )
          )}
        </Flex>
        <Text color="fg.muted" overflowWrap="anywhere">
          <span id={senderId}>
            {message.name && `${message.name}, `}
            <Link href={replyLink(message)}>{message.email}</Link>
            {' · '}
            <Time at={message.created_at} />
          </span>
          {' · '}
          <Age at={message.created_at} />
        </Text>
        <Text whiteSpace="pre-wrap" unicodeBidi="plaintext" overflowWrap="anywhere">
          {message.message}
        </Text>
      </Card.Body>
      <Card.Footer flexWrap="wrap" gap="3">
        <Button asChild variant="solid">
          <a href={replyLink(message)} onClick={() => update.run({ isAnswered: true })} {...named('reply')}>
            <Icon name="mail" />
            <Trans comment="button: answers a message by mail">Reply</Trans>
          </a>
        </Button>
        {!isAnswered && (
          <Button {...named('read')} onClick={() => update.run({ isRead: !isRead })}>
            {isRead ? t`Mark as new` : t`Mark as read`}
          </Button>
        )}
        <Button {...named('answered')} onClick={() => update.run({ isAnswered: !isAnswered })}>
          {isAnswered ? t`Mark as not answered` : t`Mark as answered`}
        </Button>
        <DeleteButton
          name={[title, message.name || message.email, formatTime(message.created_at, locale)].join(', ')}
          onClick={() => list.onAsk(message)}
        />
      </Card.Footer>
    </Card.Root>
  )
}
