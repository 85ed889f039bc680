import { Button, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import {
  type BankAccount,
  BankInput,
  BankPassword,
  isBic,
  isIban,
  looksLikeIban,
  type Seller,
  SellerDraft,
  SellerInput,
} from '../../contract/papers/parties.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { PasswordField, TextField } from '../forms/fields.tsx'
import { outcomeOf } from '../forms/form.tsx'
import { useOnlineQuery } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { FromShop, Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { Panel, Terms } from '../ui/page.tsx'
import { SettingsForm } from './settings-form.tsx'
import { type BankField, bankLabels, type SellerName, sellerLabels } from './shop-form.ts'

export function SellerPanels() {
  const fetched = useOnlineQuery('seller', (api, signal) => api.call('getSeller', { signal }))
  const { body: seller, replace, reload } = fetched
  const waiting = <FromShop isMissing={fetched.isMissing} />
  return (
    <>
      <Panel titleId="seller" title={<Trans comment="heading: legal name and numbers of the shop">Who sells</Trans>}>
        <Muted>
          <Trans>Pro formas and packing lists name your company as it is written here. It is not public.</Trans>
        </Muted>
        {seller ? <SellerForm seller={seller} onSaved={replace} /> : waiting}
      </Panel>
      <Panel titleId="bank" title={<Trans comment="heading: the account that buyers pay to">Bank account</Trans>}>
        <Muted>
          <Trans>
            Pro formas ask buyers to pay here. A new account takes effect after 24 hours, or as soon as a second person
            confirms it; every administrator is notified by email.
          </Trans>
        </Muted>
        {seller ? <BankPart seller={seller} onChanged={replace} onReload={reload} /> : waiting}
      </Panel>
    </>
  )
}

const Muted = ({ children }: { children: ReactNode }) => <Text color="fg.muted">{children}</Text>

function SellerForm({ seller, onSaved }: { seller: Seller; onSaved: (saved: Seller) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  return (
    <SettingsForm
      name="seller"
      start={seller}
      shape={SellerDraft}
      valuesOf={({ legalName, taxNumber, registrationNumber, approvalNumber }) => ({
        ...{ legalName, taxNumber, registrationNumber, approvalNumber },
      })}
      schema={SellerInput}
      body={(values, version) => ({ ...values, version })}
      send={(body) => api.call('updateSeller', { body })}
      fetchSaved={() => api.call('getSeller')}
      onSaved={onSaved}
      message={t`The company details were saved.`}
      title={t({ message: 'Who sells', comment: 'heading: legal name and numbers of the shop' })}
      label={(path) => t(sellerLabels[path as SellerName])}
    >
      {(form) => {
        const field = (name: SellerName) => ({ field: form.field(name), label: t(sellerLabels[name]) })
        return (
          <>
            <TextField {...field('legalName')} autoComplete="organization" maxLength={limits.nameLength} />
            <TextField {...field('taxNumber')} maxLength={limits.partyNumberLength} />
            <TextField {...field('registrationNumber')} maxLength={limits.partyNumberLength} />
            <TextField
              {...field('approvalNumber')}
              hint={t`Given by the health authority; packing lists require it.`}
              maxLength={limits.partyNumberLength}
            />
          </>
        )
      }}
    </SettingsForm>
  )
}

interface BankPartProps {
  seller: Seller
  onChanged: (seller: Seller) => void
  onReload: () => Promise<void>
}

function BankPart({ seller, onChanged, onReload }: BankPartProps) {
  const { bank, pending } = seller
  const by = pending?.by.name
  const { t } = useLingui()
  const { api } = useDeps()
  const [open, setOpen] = useState<'change' | 'confirm' | 'withdraw'>()
  const [status, announce] = useStatusMessage()
  const close = () => setOpen(undefined)
  // the account that waits is another one now, or none: questions about it are over, but what is typed for a change stays
  const closeQuestion = () => setOpen((now) => (now === 'change' ? now : undefined))

  function changed(now: Seller) {
    onChanged(now)
    closeQuestion()
    announce(
      now.pending ? (
        <Trans>The new account was requested. Until it takes effect, pro formas name the current one.</Trans>
      ) : (
        <Trans>Pro formas name this account from now on.</Trans>
      ),
    )
  }
  return (
    <Stack gap="4">
      {status}
      {bank ? <AccountFacts account={bank} /> : <p>{t`There is none yet: no pro forma can be made.`}</p>}
      {pending && (
        <Notice kind="warning" isQuiet>
          <Stack gap="3">
            <p>
              <Trans>
                {by} has requested another account. It takes effect on <Time at={pending.since} />, unless somebody
                withdraws it.
              </Trans>
            </p>
            <AccountFacts account={pending} isPending />
            {pending.isOwn && <p>{t`Another person with the right to the shop can confirm it before that time.`}</p>}
            <ButtonRow>
              {!pending.isOwn && (
                <Button onClick={() => setOpen('confirm')}>
                  <Trans comment="button: lets a new bank account hold at once">Confirm the new account</Trans>
                </Button>
              )}
              <Button colorPalette="red" onClick={() => setOpen('withdraw')}>{t`Withdraw the new account`}</Button>
            </ButtonRow>
          </Stack>
        </Notice>
      )}
      <ButtonRow>
        <Button onClick={() => setOpen('change')}>
          {bank ? <Trans>Change the bank account</Trans> : <Trans>Give a bank account</Trans>}
        </Button>
      </ButtonRow>
      {open === 'change' && <BankDialog isFirst={!bank} onClose={close} onChanged={changed} />}
      {open === 'confirm' && pending && <ConfirmBankDialog pending={pending} onClose={close} onChanged={changed} />}
      {open === 'withdraw' && pending && (
        <DeleteDialog
          onClose={close}
          title={t`Withdraw the new account?`}
          confirm={t`Withdraw the new account`}
          onDelete={() => api.call('withdrawBank', { params: { id: pending._id } })}
          onDeleted={async (wasGone) => {
            await onReload()
            if (!wasGone) announce(<Trans>The new account was withdrawn. The current one stays in effect.</Trans>)
            closeQuestion()
          }}
        >{t`The current account stays in effect. Every administrator is notified by email.`}</DeleteDialog>
      )}
    </Stack>
  )
}

function AccountFacts({ account, isPending = false }: { account: BankAccount; isPending?: boolean }) {
  const { t } = useLingui()
  // the keys of the labels are those of the account
  const names = (Object.keys(bankLabels) as BankField[]).filter((name) => account[name] !== '')
  return (
    <Terms
      gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 14rem), 1fr))"
      terms={[
        ...names.map((name) => [t(bankLabels[name]), account[name]] as const),
        [
          t({ message: 'In force since', comment: 'label: the time from which on a bank account holds' }),
          !isPending && <Time at={account.since} />,
        ],
      ]}
    />
  )
}

interface BankDialogProps {
  onClose: () => void
  onChanged: (seller: Seller) => void
}

/** The fields of another bank account, and the password of who gives it. What was typed stays when it is closed, without the password. */
function BankDialog({ isFirst, onClose, onChanged }: BankDialogProps & { isFirst: boolean }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const form = useDialogForm({
    onClose,
    name: 'bank',
    owner: session?.userId ?? '',
    initial: { holder: '', bank: '', account: '', bic: '', password: '' },
    secret: ['password'],
    schema: BankInput,
    check: ({ account, bic }) => ({
      account:
        looksLikeIban(account) && !isIban(account) ? msg`This IBAN is not right. Was it copied as a whole?` : undefined,
      bic: bic.trim() === '' || isBic(bicOf(bic)) ? undefined : msg`A BIC has eight or eleven characters`,
    }),
    submit: (values) => outcomeOf(api.call('changeBank', { body: { ...values, bic: bicOf(values.bic) } }), onChanged),
  })
  const field = (name: BankField) => ({ field: form.field(name), label: t(bankLabels[name]) })
  return (
    <DialogForm
      form={form}
      keeps
      title={isFirst ? t`Give a bank account` : t`Change the bank account`}
      submit={t`Save`}
    >
      {!isFirst && (
        <p>
          <Trans>
            The current account stays in effect for 24 more hours, or until a second person confirms the new one. Every
            administrator is notified by email.
          </Trans>
        </p>
      )}
      <TextField {...field('holder')} maxLength={limits.nameLength} required />
      <TextField {...field('bank')} maxLength={limits.nameLength} required />
      <TextField {...field('account')} autoCapitalize="characters" maxLength={limits.accountLength} required />
      <TextField {...field('bic')} autoCapitalize="characters" maxLength={20} />
      <PasswordField field={form.field('password')} label={t`Your password`} required />
    </DialogForm>
  )
}

/** As the bank writes it: capitals without spaces. */
const bicOf = (text: string) => text.replace(/\s/g, '').toUpperCase()

type Pending = NonNullable<Seller['pending']>

function ConfirmBankDialog({ pending, onClose, onChanged }: BankDialogProps & { pending: Pending }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const form = useDialogForm({
    onClose,
    name: 'confirm-bank',
    initial: { password: '' },
    secret: ['password'],
    schema: BankPassword,
    submit: (body) => outcomeOf(api.call('confirmBank', { params: { id: pending._id }, body }), onChanged),
  })
  return (
    <DialogForm form={form} title={t`Confirm the new account`} submit={t`Confirm the new account`}>
      <p>
        <Trans>
          Compare it with what the bank wrote, and ask the person by telephone. It takes effect at once, and pro formas
          name it from now on.
        </Trans>
      </p>
      <AccountFacts account={pending} isPending />
      <PasswordField field={form.field('password')} label={t`Your password`} required />
    </DialogForm>
  )
}
