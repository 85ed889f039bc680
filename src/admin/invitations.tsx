import { Badge, Button, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import {
  hasRight,
  type Invitation,
  InvitationInput,
  type InvitationMade,
  type Right,
  rights,
} from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { locales, toLocale } from '../../contract/locales.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { checkedOf, errorUnlessTicked, RightCheckboxes } from '../forms/checkbox-fields.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { EmailField, SelectField } from '../forms/fields.tsx'
import { outcomeOf } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { rightHints } from '../i18n/right-names.ts'
import { languageNames, useLocale } from '../i18n/use-locale.ts'
import { type AdminListState, defineAdminList } from '../lists/admin-list.tsx'
import type { ListSearch } from '../lists/list-rows.tsx'
import { useAction } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'
import { MadeBy, RightList, Until } from './made-by.tsx'
import type { Secrets } from './secret-once.tsx'

interface MadeLink extends Pick<InvitationMade, '_id' | 'url' | 'isMailed'> {
  email: string | undefined
}

export type Links = Secrets<MadeLink>

/** Whether a link is shown that was not mailed: it cannot be read again, so that no other one is offered beside it. */
export const hasOnlyLink = ({ secrets }: Links) => secrets.some(({ isMailed }) => !isMailed)

/** A newer link replaces mailed ones, and queues behind one that can be read only now. */
const showLink = (links: Links, made: MadeLink) => links.add(made, ({ isMailed }) => isMailed)

type List = AdminListState<Invitation, ListSearch, Links>

export const invitationList = defineAdminList<Invitation, ListSearch, Links>({
  name: 'invitations',
  caption: msg`Open invitations`,
  isWhole: true,
  perPage: limits.invitations,
  call: (api, _, { signal }) => api.call('listInvitations', { signal }),
  empty: () => null,
  Card: InvitationCard,
  Dialog: InviteDialog,
  remove: {
    title: () => msg`Withdraw the invitation?`,
    confirm: msg({ message: 'Withdraw', comment: 'button: withdraws an invitation' }),
    call: (api, { _id: id }) => api.call('withdrawInvitation', { params: { id } }),
    Text: () => <Trans>Its links no longer work.</Trans>,
  },
})

interface InviteValues {
  email: string
  language: string
  rights: Record<Right, boolean>
}

function InviteDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const language = useLocale()
  // the server refuses others
  const own = rights.filter((right) => hasRight(session, right))
  const bodyOf = (values: InviteValues) => ({
    ...(values.email.trim() && { email: values.email.trim() }),
    rights: own.filter((right) => values.rights[right]),
    language: toLocale(values.language) ?? language,
  })
  const form: FormHandle<InviteValues> = useDialogForm<InviteValues>({
    onClose,
    name: 'invitation',
    initial: { email: '', language, rights: checkedOf(rights, []) },
    // a forgotten draft must never grant rights later
    secret: ['rights'],
    paths: { rights: `rights/${own[0] ?? 'shop'}` },
    schema: InvitationInput,
    body: bodyOf,
    check: (values) => ({ rights: errorUnlessTicked(own, values.rights) }),
    submit: (values) => {
      const body = bodyOf(values)
      return outcomeOf(api.call('invite', { body }), (made) => {
        showLink(list.shared, { ...made, email: body.email })
        void list.reload()
      })
    },
  })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Invite a colleague`}
      submit={t({ message: 'Invite', comment: 'button: makes an invitation' })}
    >
      <EmailField
        field={form.field('email')}
        autoComplete="off"
        hint={t`Gets the invitation by mail, where the shop sends mails. Without an address you pass on a link yourself.`}
      />
      <SelectField
        field={form.field('language')}
        label={t`Language of the mail`}
        options={locales.map((each) => ({ value: each, label: languageNames[each] }))}
      />
      <RightCheckboxes form={form} rights={own} hints={rightHints} />
    </DialogForm>
  )
}

function InvitationCard({ row, list }: { row: Invitation; list: List }) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const { _id: id, email, rights, at, by, until } = row
  const isOver = Date.parse(until) <= clock.now()
  const name = email ?? t`Link that was passed on`
  const ids = useId()
  // two links that were passed on differ in nothing but their rights and their day
  const named = (id: string) => (email ? {} : { id: ids + id, 'aria-labelledby': `${ids}${id} ${ids}of` })
  const renew = useAction((api) => api.call('renewInvitation', { params: { id } }), {
    onDone: (made) => showLink(list.shared, { ...made, email }),
    // it may have been accepted meanwhile
    onEnd: () => void list.reload(),
  })
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
            <Until isOver={isOver}>
              <Time at={until} />
            </Until>
          </p>
          <MadeBy at={at} by={by} />
        </Stack>
      </Stack>
      <ButtonRow>
        {/* a second link would end the first, which is in the mail */}
        {!hasOnlyLink(list.shared) && (
          <Button
            onClick={() => renew.run(undefined)}
            aria-label={email ? t`Send again to ${email}` : undefined}
            {...named('renew')}
          >
            {email ? (
              <Trans comment="button: sends an invitation once more">Send again</Trans>
            ) : (
              <Trans comment="button: makes another link for an invitation">New link</Trans>
            )}
          </Button>
        )}
        <Button
          colorPalette="red"
          onClick={() => list.onAsk(row)}
          aria-label={email ? t`Withdraw the invitation of ${email}` : undefined}
          {...named('withdraw')}
        >
          <Trans comment="button: withdraws an invitation">Withdraw</Trans>
        </Button>
      </ButtonRow>
    </Panel>
  )
}
