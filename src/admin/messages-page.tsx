import { Badge, Button, Card, Flex, Heading, Link, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContactMessage, MessageUpdate } from '../../contract/inbox.ts'
import { limits } from '../../contract/limits.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { listAddress } from '../lists/list-address.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { ListRow } from '../lists/new-rows.tsx'
import { DeleteButton } from '../lists/row-buttons.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { Age, Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useToastedCall } from '../ui/loading/use-call.ts'
import { Rows } from '../ui/motion/motion.tsx'
import { Page } from '../ui/page.tsx'

const route = getRouteApi('/admin/messages')

/** A `mailto:` link to the sender, with the subject of the message. */
function replyLink({ email, subject }: ContactMessage): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}

/** The messages of the contact form, newest first. Messages that were fetched can be read offline. */
export function MessagesPage() {
  const { page, onPage } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const { api } = useDeps()
  const { run } = useToastedCall()
  const [deleting, setDeleting] = useState<ContactMessage>()
  const list = useAdminList<ContactMessage>({
    name: 'messages',
    page,
    perPage: limits.messagesPerPage,
    load: (query, signal) => api.call('listMessages', { query, signal }),
    searchable: (message) => message.message,
  })
  const update = async (message: ContactMessage, body: MessageUpdate) => {
    await run(() => api.call('updateMessage', { params: { id: message._id }, body }))
    await list.reload()
  }
  return (
    <Page title={t({ message: 'Messages', comment: 'title: messages of the contact form' })}>
      <ListFrame list={list} onPage={onPage} empty={<Trans>Nobody has written yet.</Trans>}>
        {(rows) => (
          <Stack as="ul" gap="4" listStyleType="none" padding="0">
            <Rows>
              {rows.map((message) => (
                <ListRow key={message._id}>
                  <Message message={message} onUpdate={(body) => void update(message, body)} onDelete={setDeleting} />
                </ListRow>
              ))}
            </Rows>
          </Stack>
        )}
      </ListFrame>
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => api.call('deleteMessage', { params: { id: deleting._id } })}
          onDeleted={() => list.reload()}
        >
          <p>
            <Trans>The message of {deleting.name || deleting.email} will be permanently deleted.</Trans>
          </p>
        </DeleteDialog>
      )}
    </Page>
  )
}

interface MessageProps {
  message: ContactMessage
  onUpdate: (body: MessageUpdate) => void
  onDelete: (message: ContactMessage) => void
}

function Message({ message, onUpdate, onDelete }: MessageProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { isRead, isAnswered } = message
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
            <Badge colorPalette="green">
              <Trans comment="state of a message">Answered</Trans>
            </Badge>
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
          <a href={replyLink(message)} onClick={() => onUpdate({ isAnswered: true })} {...named('reply')}>
            <Icon name="mail" />
            <Trans comment="button: answers a message by mail">Reply</Trans>
          </a>
        </Button>
        {!isAnswered && (
          <Button {...named('read')} onClick={() => onUpdate({ isRead: !isRead })}>
            {isRead ? t`Mark as new` : t`Mark as read`}
          </Button>
        )}
        <Button {...named('answered')} onClick={() => onUpdate({ isAnswered: !isAnswered })}>
          {isAnswered ? t`Mark as not answered` : t`Mark as answered`}
        </Button>
        <DeleteButton
          name={[title, message.name || message.email, formatTime(message.created_at, locale)].join(', ')}
          onClick={() => onDelete(message)}
        />
      </Card.Footer>
    </Card.Root>
  )
}
