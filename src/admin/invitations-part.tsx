import { Badge, Button, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Dispatch, type ReactNode, type SetStateAction, useId, useState } from 'react'
import type { Invitation } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { useDeps } from '../db/use-deps.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useRowWork, useToastedCall } from '../ui/loading/use-call.ts'
import { Panel } from '../ui/page.tsx'
import { SecretNotice } from '../ui/secret-notice.tsx'
import { InviteDialog, type MadeLink } from './invite-dialog.tsx'
import { MadeBy, RightList } from './made-by.tsx'

/** A server that does not know its own address answers a path. */
const wholeAddress = (url: string) => (url.startsWith('/#') ? location.origin + location.pathname + url.slice(1) : url)

/** Whether a link is shown that was not mailed: it cannot be read again, so that no other one is offered beside it. */
export const hasOnlyLink = (links: MadeLink[]) => links.some(({ isMailed }) => !isMailed)

interface InvitationsPartProps {
  /** links that were just made, of which the first is shown */
  links: MadeLink[]
  onLinks: Dispatch<SetStateAction<MadeLink[]>>
  isInviting: boolean
  onClose: () => void
  /** the users could not be fetched, which their list says */
  isTold: boolean
  /** the users; `reload` fetches the invitations again */
  children: (reload: () => Promise<void>) => ReactNode
}

/** Open invitations of colleagues below the users, a new link above them, and the dialog for another one. */
export function InvitationsPart({ links, onLinks, isInviting, onClose, isTold, children }: InvitationsPartProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const titleId = useId()
  const { run } = useToastedCall()
  const work = useRowWork()
  const [withdrawn, setWithdrawn] = useState<Invitation>()
  const list = useAdminList<Invitation>({
    name: 'invitations',
    perPage: limits.invitations,
    load: (_, signal) => api.call('listInvitations', { signal }),
    searchable: ({ email = '' }) => email,
  })
  const made = links[0]
  const owner = list.rows?.find(({ _id }) => _id === made?._id)
  const removeLink = (id: string) => onLinks((now) => now.filter(({ _id }) => _id !== id))
  const show = (link: MadeLink) => {
    removeLink(link._id)
    // it takes the place of mailed ones, and waits behind one that can be read only now
    onLinks((now) => [...now.filter(({ isMailed }) => !isMailed), link])
    void list.reload()
  }
  const renew = async ({ _id, email }: Invitation) => {
    const made = await run(() => api.call('renewInvitation', { params: { id: _id } }))
    if (made) show({ ...made.body, email })
    // it may have been accepted meanwhile
    else void list.reload()
  }
  const failure = isTold || list.busy ? undefined : list.failure
  const isEmpty = list.rows?.length === 0 || (list.rows === undefined && !failure)
  return (
    <>
      {made && (
        <SecretNotice
          key={made._id}
          title={t`Link of the invitation`}
          secret={wholeAddress(made.url)}
          onDone={() => removeLink(made._id)}
        >
          {made.isMailed ? (
            <Trans>
              The invitation is on its way to {made.email}. You can also pass on this link. It will not be shown again,
              and works once, within seven days.
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
        </SecretNotice>
      )}
      {children(list.reload)}
      {!isEmpty && (
        <Stack as="section" aria-labelledby={titleId} gap="4">
          <Heading as="h2" id={titleId} fontSize="xl">
            <Trans>Open invitations</Trans>
          </Heading>
          <ListFrame list={{ ...list, failure }} empty={null}>
            {(rows) => (
              <Stack gap="4">
                {rows.map((row) => (
                  <InvitationPanel
                    key={row._id}
                    invitation={row}
                    // a second link would end the first, which is in the mail
                    onRenew={hasOnlyLink(links) ? undefined : () => void work(row._id, () => renew(row))}
                    onWithdraw={() => setWithdrawn(row)}
                  />
                ))}
              </Stack>
            )}
          </ListFrame>
        </Stack>
      )}
      {isInviting && <InviteDialog onClose={onClose} onMade={show} />}
      {withdrawn && (
        <DeleteDialog
          title={t`Withdraw the invitation?`}
          confirm={t({ message: 'Withdraw', comment: 'button: withdraws an invitation' })}
          onClose={() => setWithdrawn(undefined)}
          onDelete={() => api.call('withdrawInvitation', { params: { id: withdrawn._id } })}
          onDeleted={async (wasGone) => {
            if (wasGone) toast({ title: t`The invitation had been accepted or withdrawn already.`, kind: 'info' })
            else toast({ title: t`The invitation was withdrawn.`, kind: 'success' })
            removeLink(withdrawn._id)
            await list.reload()
          }}
        >
          <p>
            <Trans>Its links no longer work.</Trans>
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

interface InvitationPanelProps {
  invitation: Invitation
  /** undefined while a link is shown that was not mailed */
  onRenew: (() => void) | undefined
  onWithdraw: () => void
}

function InvitationPanel({ invitation, onRenew, onWithdraw }: InvitationPanelProps) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const { email, rights, at, by, until } = invitation
  const isOver = Date.parse(until) <= clock.now()
  const name = email ?? t`Link that was passed on`
  const ids = useId()
  // two links that were passed on differ in nothing but their rights and their day
  const named = (id: string) => (email ? {} : { id: ids + id, 'aria-labelledby': `${ids}${id} ${ids}of` })
  return (
    <Panel as="article" aria-label={name}>
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {name}{' '}
        {isOver && (
          <Badge colorPalette="red">
            <Trans comment="state of an invitation">Over</Trans>
          </Badge>
        )}
      </Text>
      <Stack gap="0" id={`${ids}of`}>
        <Text>
          <RightList rights={rights} />
        </Text>
        <Stack gap="1" color="fg.muted" fontSize="sm" overflowWrap="anywhere">
          <p>
            {isOver ? (
              <Trans comment="an invitation">
                Worked until <Time at={until} />
              </Trans>
            ) : (
              <Trans comment="an invitation">
                Works until <Time at={until} />
              </Trans>
            )}
          </p>
          <MadeBy at={at} by={by} />
        </Stack>
      </Stack>
      <ButtonRow>
        {onRenew && (
          <Button onClick={onRenew} aria-label={email ? t`Send again to ${email}` : undefined} {...named('renew')}>
            {email ? (
              <Trans comment="button: sends an invitation once more">Send again</Trans>
            ) : (
              <Trans comment="button: makes another link for an invitation">New link</Trans>
            )}
          </Button>
        )}
        <Button
          colorPalette="red"
          onClick={onWithdraw}
          aria-label={email ? t`Withdraw the invitation of ${email}` : undefined}
          {...named('withdraw')}
        >
          <Trans comment="button: withdraws an invitation">Withdraw</Trans>
        </Button>
      </ButtonRow>
    </Panel>
  )
}
