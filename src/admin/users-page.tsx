import { Button, Heading, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import { type AdminUser, hasRight } from '../../contract/accounts.ts'
import { leaveForGood } from '../db/sign-out.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import {
  AdminListDialogs,
  AdminListRows,
  type AdminListState,
  AdminListView,
  defineAdminList,
  useAdminList,
} from '../lists/admin-list.tsx'
import { DeleteButton, EditButton, rowsPerPage } from '../lists/list-rows.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, SecondaryText } from '../ui/rows/table-cards.tsx'
import { hasOnlyLink, invitationList, type Links } from './invitations.tsx'
import { RightList } from './made-by.tsx'
import { SecretOnce, useSecrets } from './secret-once.tsx'
import { UserDialog } from './user-dialog.tsx'

const userList = defineAdminList<AdminUser>({
  name: 'users',
  caption: msg`Users`,
  call: (api, query, { signal }) => api.call('listUsers', { query, signal }),
  search: msg`Search users`,
  empty: ({ keyword }) =>
    keyword ? <Trans>Nobody matches “{keyword}”.</Trans> : <Trans>There are no users yet.</Trans>,
  columns: [
    {
      title: msg({ message: 'No.', comment: 'number of a row' }),
      cell: (_, { page }, at) => (page - 1) * rowsPerPage + at + 1,
    },
    {
      title: msg`Name`,
      kind: 'heading',
      cell: (user) => <CellText minWidth={{ md: '8rem' }}>{user.name}</CellText>,
    },
    {
      title: msg({ message: 'Email', comment: 'label of a field' }),
      kind: 'wide',
      cell: (user) => (
        <CellText minWidth={{ md: '9.5rem' }}>
          {user.email}
          {!user.isConfirmed && (
            <Text as="span" display="block" fontSize="sm" color="fg.muted">
              <Trans comment="an e-mail address whose owner has not followed the link that was mailed to it">
                Not confirmed
              </Trans>
            </Text>
          )}
        </CellText>
      ),
    },
    {
      title: msg({ message: 'Admin', comment: 'column: whether the user is an administrator' }),
      cell: ({ isAdmin, rights }) => (
        <>
          <Text as="span" display="inline-flex" color={isAdmin ? 'fg.success' : 'fg.muted'}>
            <Icon name={isAdmin ? 'check' : 'close'} />
            <VisuallyHidden>
              {isAdmin ? (
                <Trans comment="is an administrator">Yes</Trans>
              ) : (
                <Trans comment="is no administrator">No</Trans>
              )}
            </VisuallyHidden>
          </Text>
          {isAdmin && (
            <SecondaryText maxWidth={{ md: '9rem' }}>
              <RightList rights={rights} />
            </SecondaryText>
          )}
        </>
      ),
    },
  ],
  rowActions: (user, list) => <UserActions user={user} list={list} />,
  Dialog: ({ row, list, onClose }) => row && <UserDialog user={row} onClose={onClose} onSaved={list.reload} />,
  remove: {
    call: (api, { _id: id }) => api.call('deleteUser', { params: { id } }),
    Text: DeletionText,
  },
})

function UserActions({ user, list }: { user: AdminUser; list: AdminListState<AdminUser> }) {
  const session = useSession()
  const name = `${user.name}, ${user.email}`
  // the server refuses the same
  if (user.isAdmin && user._id !== session?.userId && !hasRight(session, 'shop')) return null
  return (
    <>
      <EditButton name={name} onClick={() => list.onOpen('edit', user)} />
      <DeleteButton name={name} onClick={() => list.onAsk(user)} />
    </>
  )
}

function DeletionText({ row: { _id, name, email } }: { row: AdminUser }) {
  const session = useSession()
  return (
    <>
      <p>
        <Trans>
          {name} ({email}) can no longer log in. Their orders stay, with name and email as they are.
        </Trans>
      </p>
      {_id === session?.userId && (
        <p>
          <strong>
            <Trans>This is your own account. You will be logged out.</Trans>
          </strong>
        </p>
      )}
    </>
  )
}

export function UsersPage() {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const session = useSession()
  const titleId = useId()
  const [maySee, mayInvite] = [hasRight(session, 'people'), hasRight(session, 'shop')]
  const links: Links = useSecrets()
  const users = useAdminList(userList, {
    isOn: maySee,
    onRemoved: async (user, { reload }) => {
      if (!session || user._id !== session.userId) return reload()
      // navigate before the session ends, or a guard redirects to the login (see use-logout)
      router.history.push('/')
      await leaveForGood(deps, session)
    },
  })
  const invitations = useAdminList(invitationList, {
    isOn: mayInvite,
    shared: links,
    onRemoved: async ({ _id }, { wasGone, reload }) => {
      if (wasGone) toast({ title: t`The invitation had been accepted or withdrawn already.`, kind: 'info' })
      else toast({ title: t`The invitation was withdrawn.`, kind: 'success' })
      links.remove(_id)
      await reload()
    },
  })
  const made = links.shown
  const owner = invitations.rows?.find(({ _id }) => _id === made?._id)
  // the list of users tells of a failure, and tries both again
  const isTold = (maySee && users.failure !== undefined) || invitations.busy
  const failure = isTold ? undefined : invitations.failure
  const reload = () => Promise.all([users.reload(), mayInvite && invitations.reload()]).then(() => undefined)
  const hasInvitations = invitations.rows ? invitations.rows.length > 0 : failure !== undefined
  return (
    <Page
      title={t`Users`}
      actions={
        mayInvite &&
        !hasOnlyLink(links) && (
          <Button colorPalette="accent" variant="solid" onClick={() => invitations.onOpen('new')}>
            <Trans comment="button: opens the form of an invitation">Invite a colleague</Trans>
          </Button>
        )
      }
    >
      {made && mayInvite && (
        <SecretOnce
          key={made._id}
          title={t`Link of the invitation`}
          secret={wholeAddress(made.url)}
          onDone={() => links.remove(made._id)}
        >
          {made.isMailed ? (
            <Trans>
              The invitation is on its way to {ph({ email: made.email ?? '' })}. You can also pass on this link. It will
              not be shown again, and works once, within seven days.
            </Trans>
          ) : (
            <>
              <Text as="strong" display="block" overflowWrap="anywhere">
                {made.email ?? (owner && <RightList rights={owner.rights} />)}
              </Text>
              <Trans>
                Pass this link on to your colleague. It will not be shown again, and works once, within seven days.
              </Trans>
            </>
          )}
        </SecretOnce>
      )}
      {maySee ? (
        <AdminListView list={{ ...users, reload }} />
      ) : (
        <p>{t`Colleagues are invited here. The list of users is for those with the right “People”.`}</p>
      )}
      {mayInvite && hasInvitations && (
        <Stack as="section" aria-labelledby={titleId} gap="4">
          <Heading as="h2" id={titleId} fontSize="xl">{t`Open invitations`}</Heading>
          <AdminListRows list={{ ...invitations, failure }} />
        </Stack>
      )}
      {mayInvite && <AdminListDialogs list={invitations} />}
    </Page>
  )
}

/** A server that does not know its own address answers a path. */
const wholeAddress = (url: string) => (url.startsWith('/#') ? location.origin + location.pathname + url.slice(1) : url)
