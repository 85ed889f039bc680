import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../../contract/users.ts'
import { useDeps } from '../../ui/deps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSession } from '../../ui/session.ts'
import { signOut } from '../../ui/sign-out.ts'
import { type Column, TableCards } from '../../ui/table-cards.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { listAddress } from './list-address.ts'
import { ListFrame } from './list-frame.tsx'
import { rowsPerPage } from './rows-per-page.ts'
import { useAdminList } from './use-admin-list.ts'
import { UserDialog } from './user-dialog.tsx'

const route = getRouteApi('/users')

export function UsersPage() {
  const { keyword, page, onQuery } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const deps = useDeps()
  const { api } = deps
  const router = useRouter()
  const session = useSession()
  const ownId = session?.userId
  const [editing, setEditing] = useState<User>()
  const [deleting, setDeleting] = useState<User>()
  const list = useAdminList<User>({
    name: 'users',
    keyword,
    page,
    perPage: rowsPerPage,
    load: (query, signal) => api.call('listUsers', { query, signal }),
    searchable: (user) => `${user.name} ${user.email}`,
  })
  const afterDeletion = async () => {
    if (!session || deleting?._id !== session.userId) return list.reload()
    // first, as at the logout: whoever goes elsewhere meanwhile must not be fetched back
    router.history.push('/')
    await signOut(deps, session)
  }
  const columns: Column<User>[] = [
    { title: t({ message: 'No.', comment: 'number of a row' }), cell: (user) => number(list, user) },
    { title: t`Name`, cell: (user) => <span className="breaks">{user.name}</span>, heading: true },
    {
      title: t({ message: 'Email', comment: 'label of a field' }),
      cell: (user) => <span className="breaks">{user.email}</span>,
    },
    {
      title: t({ message: 'Admin', comment: 'column: whether the user is an administrator' }),
      cell: (user) => <AdminMark isAdmin={user.isAdmin} />,
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      actions: true,
      cell: (user) => (
        <div className="row-actions">
          <button type="button" className="button" onClick={() => setEditing(user)}>
            <Trans comment="button at a row">Edit</Trans>
          </button>
          <button type="button" className="button button-danger" onClick={() => setDeleting(user)}>
            <Trans comment="button at a row">Delete</Trans>
          </button>
        </div>
      ),
    },
  ]
  return (
    <Page title={t`Users`}>
      <SearchField label={t`Search users`} value={keyword} onSearch={(text) => onQuery({ keyword: text })} />
      <ListFrame
        list={list}
        onPage={(to) => onQuery({ keyword, page: to })}
        empty={keyword ? <Trans>Nobody matches “{keyword}”.</Trans> : <Trans>There are no users yet.</Trans>}
      >
        {(rows) => <TableCards caption={t`Users`} columns={columns} rows={rows} rowKey={(user) => user._id} />}
      </ListFrame>
      {editing && (
        <UserDialog
          key={editing._id}
          user={editing}
          own={editing._id === ownId}
          onClose={() => setEditing(undefined)}
          onSaved={() => list.reload()}
        />
      )}
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onDelete={() => api.call('deleteUser', { params: { id: deleting?._id ?? '' } })}
        onDeleted={afterDeletion}
      >
        <p>
          <Trans>
            {deleting?.name} ({deleting?.email}) can no longer log in. Their orders stay, with name and email as they
            are.
          </Trans>
        </p>
        {deleting?._id === ownId && (
          <p>
            <strong>
              <Trans>This is your own account. You will be logged out.</Trans>
            </strong>
          </p>
        )}
      </DeleteDialog>
    </Page>
  )
}

function number(list: { rows: User[] | undefined; page: number }, user: User): number {
  return (list.page - 1) * rowsPerPage + (list.rows ?? []).indexOf(user) + 1
}

function AdminMark({ isAdmin }: { isAdmin: boolean }) {
  return (
    <span className="admin-mark" data-admin={isAdmin}>
      <Icon name={isAdmin ? 'check' : 'close'} />
      <span className="visually-hidden">
        {isAdmin ? <Trans comment="is an administrator">Yes</Trans> : <Trans comment="is no administrator">No</Trans>}
      </span>
    </span>
  )
}
