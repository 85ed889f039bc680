import { Button, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AdminUser } from '../../contract/accounts.ts'
import { hasRight } from '../../contract/accounts.ts'
import { leaveForGood } from '../db/sign-out.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { listAddress } from '../lists/list-address.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { DeleteButton, EditButton } from '../lists/row-buttons.tsx'
import { rowsPerPage, useAdminList } from '../lists/use-admin-list.ts'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, type Column, SecondaryText, TableCards, useActionsColumn } from '../ui/rows/table-cards.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { hasOnlyLink, InvitationsPart } from './invitations-part.tsx'
import type { MadeLink } from './invite-dialog.tsx'
import { RightList } from './made-by.tsx'
import { UserDialog } from './user-dialog.tsx'

const route = getRouteApi('/users')

export function UsersPage() {
  const { t } = useLingui()
  const session = useSession()
  const [isInviting, setInviting] = useState(false)
  const [isTold, setTold] = useState(false)
  const [links, setLinks] = useState<MadeLink[]>([])
  const users = (reloadBelow?: () => Promise<void>) =>
    hasRight(session, 'people') ? (
      <UserList reloadBelow={reloadBelow} onTrouble={setTold} />
    ) : (
      <p>
        <Trans>Colleagues are invited here. The list of users is for those with the right “People”.</Trans>
      </p>
    )
  return (
    <Page
      title={t`Users`}
      actions={
        hasRight(session, 'shop') &&
        !hasOnlyLink(links) && (
          <Button colorPalette="accent" variant="solid" onClick={() => setInviting(true)}>
            <Trans comment="button: opens the form of an invitation">Invite a colleague</Trans>
          </Button>
        )
      }
    >
      {hasRight(session, 'shop') ? (
        <InvitationsPart
          links={links}
          onLinks={setLinks}
          isInviting={isInviting}
          onClose={() => setInviting(false)}
          isTold={isTold}
        >
          {users}
        </InvitationsPart>
      ) : (
        users()
      )}
    </Page>
  )
}

interface UserListProps {
  /** fetches again what is below the list */
  reloadBelow: (() => Promise<void>) | undefined
  /** called with whether the users could not be fetched, which the list says */
  onTrouble: (isTold: boolean) => void
}

function UserList({ reloadBelow, onTrouble }: UserListProps) {
  const { keyword, page, onSearch, onPage } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const deps = useDeps()
  const { api } = deps
  const router = useRouter()
  const session = useSession()
  const ownId = session?.userId
  const mayGiveRights = hasRight(session, 'shop')
  const [editing, setEditing] = useState<AdminUser>()
  const [deleting, setDeleting] = useState<AdminUser>()
  const list = useAdminList<AdminUser>({
    name: 'users',
    keyword,
    page,
    load: (query, signal) => api.call('listUsers', { query, signal }),
    searchable: (user) => `${user.name} ${user.email}`,
  })
  const isTold = list.failure !== undefined
  useEffect(() => {
    onTrouble(isTold)
    // who loses the right to the list reads it below
    return () => onTrouble(false)
  }, [isTold, onTrouble])
  const afterDeletion = async () => {
    if (!session || deleting?._id !== session.userId) return list.reload()
    // navigate before the session ends, or a guard redirects to the login (see use-logout)
    router.history.push('/')
    await leaveForGood(deps, session)
  }
  const columns: Column<AdminUser>[] = [
    { title: t({ message: 'No.', comment: 'number of a row' }), cell: (user) => rowNumber(list, user) },
    {
      title: t`Name`,
      cell: (user) => <CellText minWidth={{ md: '8rem' }}>{user.name}</CellText>,
      kind: 'heading',
    },
    {
      title: t({ message: 'Email', comment: 'label of a field' }),
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
      title: t({ message: 'Admin', comment: 'column: whether the user is an administrator' }),
      cell: (user) => (
        <>
          <AdminIcon isAdmin={user.isAdmin} />
          {user.isAdmin && (
            <SecondaryText maxWidth={{ md: '9rem' }}>
              <RightList rights={user.rights} />
            </SecondaryText>
          )}
        </>
      ),
    },
    // the server refuses the same
    useActionsColumn((user) =>
      user.isAdmin && user._id !== ownId && !mayGiveRights ? null : (
        <>
          <EditButton name={`${user.name}, ${user.email}`} onClick={() => setEditing(user)} />
          <DeleteButton name={`${user.name}, ${user.email}`} onClick={() => setDeleting(user)} />
        </>
      ),
    ),
  ]
  return (
    <>
      <SearchField label={t`Search users`} value={keyword} onSearch={onSearch} />
      <ListFrame
        list={{ ...list, reload: () => Promise.all([list.reload(), reloadBelow?.()]).then(() => undefined) }}
        onPage={onPage}
        empty={keyword ? <Trans>Nobody matches “{keyword}”.</Trans> : <Trans>There are no users yet.</Trans>}
      >
        {(rows) => <TableCards caption={t`Users`} columns={columns} rows={rows} rowKey={(user) => user._id} />}
      </ListFrame>
      {editing && (
        <UserDialog
          key={editing._id}
          user={editing}
          isOwn={editing._id === ownId}
          mayGiveRights={mayGiveRights}
          onClose={() => setEditing(undefined)}
          onSaved={() => list.reload()}
        />
      )}
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => api.call('deleteUser', { params: { id: deleting._id } })}
          onDeleted={afterDeletion}
        >
          <p>
            <Trans>
              {deleting.name} ({deleting.email}) can no longer log in. Their orders stay, with name and email as they
              are.
            </Trans>
          </p>
          {deleting._id === ownId && (
            <p>
              <strong>
                <Trans>This is your own account. You will be logged out.</Trans>
              </strong>
            </p>
          )}
        </DeleteDialog>
      )}
    </>
  )
}

function rowNumber(list: { rows: AdminUser[] | undefined; page: number }, user: AdminUser): number {
  return (list.page - 1) * rowsPerPage + (list.rows ?? []).indexOf(user) + 1
}

function AdminIcon({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Text as="span" display="inline-flex" color={isAdmin ? 'fg.success' : 'fg.muted'}>
      <Icon name={isAdmin ? 'check' : 'close'} />
      <VisuallyHidden>
        {isAdmin ? <Trans comment="is an administrator">Yes</Trans> : <Trans comment="is no administrator">No</Trans>}
      </VisuallyHidden>
    </Text>
  )
}
