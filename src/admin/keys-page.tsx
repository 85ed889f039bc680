import { Badge, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ApiKey, ApiKeyInput, hasRight, type Right, rights } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import type { Refusal } from '../api/exchange.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { CheckboxField, checkedOf, errorUnlessTicked, RightCheckboxes } from '../forms/checkbox-fields.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { TextField } from '../forms/fields.tsx'
import { outcomeOf } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { formatKeyEnd } from '../i18n/dates.ts'
import { rightHints } from '../i18n/right-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { type AdminListState, AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import type { ListSearch } from '../lists/list-rows.tsx'
import { Time } from '../ui/date-text.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { MadeBy, RightList, Until } from './made-by.tsx'
import { SecretOnce, type Secrets, useSecrets } from './secret-once.tsx'

/** What a right is for in the hands of a program, which never changes people or settings. */
const hints: Record<Right, MessageDescriptor> = {
  ...rightHints,
  people: msg`Reads users, subscribers and messages`,
  shop: msg`Reads which settings are missing`,
}

interface KeyValues {
  name: string
  rights: Record<Right, boolean>
  readOnly: boolean
  until: string
}

/** The value of a day that is typed by half is empty: the key would never end. */
function isHalfTyped(id: string): boolean {
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement && field.validity.badInput
}
const noDay: Refusal = { status: 422, detail: '', errors: [{ path: 'until', rule: 'day', detail: '' }] }

function KeyDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const own = rights.filter((right) => hasRight(session, right))
  const bodyOf = (values: KeyValues) => ({
    name: values.name.trim(),
    rights: own.filter((right) => values.rights[right]),
    ...(values.readOnly && { readOnly: true }),
    ...(values.until !== '' && { until: values.until }),
  })
  const form: FormHandle<KeyValues> = useDialogForm<KeyValues>({
    onClose,
    name: 'api-key',
    initial: { name: '', rights: checkedOf(rights, []), readOnly: false, until: '' },
    // a forgotten draft must never grant rights later
    secret: ['rights'],
    schema: ApiKeyInput,
    body: bodyOf,
    check: (values) => ({ rights: errorUnlessTicked(own, values.rights) }),
    submit: async (values) => {
      if (isHalfTyped(form.field('until').id)) return noDay
      const body = bodyOf(values)
      return outcomeOf(api.call('makeApiKey', { body }), (made) => {
        list.shared.add({ ...made, name: body.name })
        void list.reload()
      })
    },
  })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Add an API key`}
      submit={t({ message: 'Add', comment: 'button: adds an API key' })}
    >
      <TextField
        field={form.field('name')}
        label={t`Name`}
        hint={t`Of the program, such as ERP`}
        maxLength={limits.nameLength}
        required
      />
      <RightCheckboxes form={form} rights={own} hints={hints} />
      <CheckboxField field={form.field('readOnly')} label={t`Only reads`} />
      <TextField
        field={form.field('until')}
        type="date"
        label={t({ message: 'Works until', comment: 'the last day of an API key' })}
        hint={t`To the end of this day (UTC). Without a day, until it is revoked.`}
      />
    </DialogForm>
  )
}

type Keys = Secrets<{ _id: string; name: string; key: string }>
type List = AdminListState<ApiKey, ListSearch, Keys>

const keyList = defineAdminList<ApiKey, ListSearch, Keys>({
  name: 'keys',
  caption: msg`API keys`,
  isWhole: true,
  perPage: limits.apiKeys,
  call: (api, _, { signal }) => api.call('listApiKeys', { signal }),
  empty: () => <Trans>No program has a key yet.</Trans>,
  Card: KeyCard,
  Dialog: KeyDialog,
  remove: {
    title: ({ name }) => msg`Revoke ${name}?`,
    confirm: msg({ message: 'Revoke', comment: 'button: makes an API key useless' }),
    call: (api, { _id: id }) => api.call('revokeApiKey', { params: { id } }),
    Text: () => <Trans>The program that uses this key loses access at once.</Trans>,
  },
})

export function KeysPage() {
  const { t } = useLingui()
  const keys: Keys = useSecrets()
  const made = keys.shown
  const list = useAdminList(keyList, {
    shared: keys,
    onRemoved: async ({ _id }, { reload }) => {
      toast({ title: t`The key was revoked.`, kind: 'success' })
      keys.remove(_id)
      await reload()
    },
  })
  return (
    <Page
      title={t`API keys`}
      lead={<Trans>Programs log in with a key and rights of their own, without anybody’s password.</Trans>}
      actions={
        // another key would take the place of the one that is shown
        !made && (
          <Button colorPalette="accent" variant="solid" onClick={() => list.onOpen('new')}>{t`Add an API key`}</Button>
        )
      }
    >
      {made && (
        <SecretOnce title={t`Key of ${{ name: made.name }}`} secret={made.key} onDone={() => keys.remove(made._id)}>
          <Trans>It will not be shown again. The program sends it with each call. Keep it like a password.</Trans>
        </SecretOnce>
      )}
      <AdminListView list={list} />
    </Page>
  )
}

function KeyCard({ row, list }: { row: ApiKey; list: List }) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const locale = useLocale()
  const { name, rights, readOnly, until, at, by, usedAt } = row
  const end = until && formatKeyEnd(until, locale)
  const isOver = until !== undefined && Date.parse(until) <= clock.now()
  return (
    <Panel as="section" aria-label={name}>
      <Flex gap="3" align="center" wrap="wrap">
        <Heading as="h2" fontSize="lg" overflowWrap="anywhere">
          {name}
        </Heading>
        {readOnly && <Badge>{t`Only reads`}</Badge>}
        {isOver && (
          <Badge colorPalette="red">
            <Trans comment="state of an API key">Ended</Trans>
          </Badge>
        )}
      </Flex>
      <Text mt="2">
        <RightList rights={rights} />
      </Text>
      <Stack gap="1" mt="2" color="fg.muted" fontSize="sm" overflowWrap="anywhere">
        <p>
          {until === undefined ? (
            <Trans>Works until it is revoked</Trans>
          ) : (
            <Until isOver={isOver}>
              <time dateTime={until}>{end}</time>
            </Until>
          )}
        </p>
        <MadeBy at={at} by={by} />
        <p>
          {usedAt === undefined ? (
            <Trans comment="of an API key">Never used</Trans>
          ) : (
            <Trans>
              Last used: <Time at={usedAt} />
            </Trans>
          )}
        </p>
      </Stack>
      <Flex mt="4">
        <Button colorPalette="red" onClick={() => list.onAsk(row)} aria-label={t`Revoke ${name}`}>
          <Trans comment="button: makes an API key useless">Revoke</Trans>
        </Button>
      </Flex>
    </Panel>
  )
}
