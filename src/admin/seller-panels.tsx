import { Button, DataList, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type BankAccount, Seller } from '../../contract/papers/parties.ts'
import { readShape } from '../api/read-answer.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useFetched } from '../db/use-fetched.ts'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { Term } from '../orders/offer-sheet.tsx'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { ConfirmDialog, preloadDialogs } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Panel } from '../ui/page.tsx'
import { BankDialog, ConfirmBankDialog } from './bank-dialogs.tsx'
import { type BankField, bankLabels, type SellerName, sellerLabels } from './seller-labels.ts'

// the dialog's code is fetched with the settings
void preloadDialogs()

interface BankPartProps {
  seller: Seller
  onChanged: (seller: Seller) => void
  onReload: () => Promise<void>
}

/** The bank account in force and the one that waits, with what can be done with them. */
function BankPart({ seller, onChanged, onReload }: BankPartProps) {
  const { bank, pending } = seller
  const by = pending?.by.name
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const [open, setOpen] = useState<'change' | 'confirm' | 'withdraw'>()
  const { busy, failure, run } = useCall()
  const [said, say] = useStatusMessage()
  const close = () => setOpen(undefined)
  // the account that waits is another one now, or none: questions about it are over, but what is typed for a change stays
  const closeQuestion = () => setOpen((now) => (now === 'change' ? now : undefined))

  async function withdraw(id: string) {
    const isDone = await run(() => api.call('withdrawBank', { params: { id } }))
    await onReload()
    if (isDone) say(<Trans>The new account was withdrawn. The current one stays in effect.</Trans>)
    closeQuestion()
  }
  function changed(now: Seller) {
    onChanged(now)
    closeQuestion()
    say(
      now.pending ? (
        <Trans>The new account was requested. Until it takes effect, pro formas name the current one.</Trans>
      ) : (
        <Trans>Pro formas name this account from now on.</Trans>
      ),
    )
  }
  return (
    <Stack gap="4">
      {said}
      {bank ? (
        <AccountFacts account={bank} />
      ) : (
        <p>
          <Trans>There is none yet: no pro forma can be made.</Trans>
        </p>
      )}
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
            {pending.isOwn && (
              <p>
                <Trans>Another person with the right to the shop can confirm it before that time.</Trans>
              </p>
            )}
            <ButtonRow>
              {!pending.isOwn && (
                <Button onClick={() => setOpen('confirm')}>
                  <Trans comment="button: lets a new bank account hold at once">Confirm the new account</Trans>
                </Button>
              )}
              <Button colorPalette="red" onClick={() => setOpen('withdraw')}>
                <Trans>Withdraw the new account</Trans>
              </Button>
            </ButtonRow>
          </Stack>
        </Notice>
      )}
      {failure && <p role="alert">{refusalText(failure)}</p>}
      <ButtonRow>
        <Button onClick={() => setOpen('change')}>
          {bank ? <Trans>Change the bank account</Trans> : <Trans>Give a bank account</Trans>}
        </Button>
      </ButtonRow>
      {open === 'change' && <BankDialog isFirst={!bank} onClose={close} onChanged={changed} />}
      {open === 'confirm' && pending && (
        <ConfirmBankDialog pending={pending} onClose={close} onChanged={changed}>
          <AccountFacts account={pending} isPending />
        </ConfirmBankDialog>
      )}
      {open === 'withdraw' && pending && (
        <ConfirmDialog
          onClose={close}
          title={t`Withdraw the new account?`}
          confirm={t`Withdraw the new account`}
          cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
          busy={busy}
          onConfirm={() => void withdraw(pending._id)}
        >
          <Trans>The current account stays in effect. Every administrator is notified by email.</Trans>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function AccountFacts({ account, isPending = false }: { account: BankAccount; isPending?: boolean }) {
  const { t } = useLingui()
  // the keys of the labels are those of the account
  const names = (Object.keys(bankLabels) as BankField[]).filter((name) => account[name] !== '')
  return (
    <DataList.Root gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 14rem), 1fr))">
      {names.map((name) => (
        <Term key={name} label={t(bankLabels[name])}>
          {account[name]}
        </Term>
      ))}
      {!isPending && (
        <Term label={t({ message: 'In force since', comment: 'label: the time from which on a bank account holds' })}>
          <Time at={account.since} />
        </Term>
      )}
    </DataList.Root>
  )
}

/** Who sells and where buyers pay, as papers name it: read from the server, as it is not public. */
export function SellerPanels() {
  const { api } = useDeps()
  const fetched = useFetched('seller', (signal) => api.call('getSeller', { signal }))
  const seller = fetched.body
  const setSeller = (now: Seller) => fetched.change(() => now)
  // the form goes on from what it began with, while the bank account changes beside it
  const [form, setForm] = useState<{ start: Seller; times: number }>()
  if (seller && !form) setForm({ start: seller, times: 0 })
  const restart = (start: Seller) => {
    setSeller(start)
    setForm((before) => ({ start, times: (before?.times ?? 0) + 1 }))
  }
  const waiting = (
    <p role="status">
      {fetched.isMissing ? <Trans>This needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}
    </p>
  )
  const reload = async () => {
    const reply = await api.call('getSeller').catch(() => undefined)
    if (reply?.ok) setSeller(reply.body)
  }
  return (
    <>
      <Panel titleId="seller" title={<Trans comment="heading: legal name and numbers of the shop">Who sells</Trans>}>
        <Muted>
          <Trans>Pro formas and packing lists name your company as it is written here. It is not public.</Trans>
        </Muted>
        {form ? <SellerForm key={form.times} start={form.start} onRestart={restart} /> : waiting}
      </Panel>
      <Panel titleId="bank" title={<Trans comment="heading: the account that buyers pay to">Bank account</Trans>}>
        <Muted>
          <Trans>
            Pro formas ask buyers to pay here. A new account takes effect after 24 hours, or as soon as a second person
            confirms it; every administrator is notified by email.
          </Trans>
        </Muted>
        {seller ? <BankPart seller={seller} onChanged={setSeller} onReload={reload} /> : waiting}
      </Panel>
    </>
  )
}

function Muted({ children }: { children: ReactNode }) {
  return <Text color="fg.muted">{children}</Text>
}

interface SellerValues extends Record<SellerName, string> {
  /** who sells, as the form began, possibly in an earlier visit */
  start: Seller
}

function sellerValues({ legalName, taxNumber, registrationNumber, approvalNumber }: Seller) {
  return { legalName, taxNumber, registrationNumber, approvalNumber }
}

function SellerForm({ start, onRestart }: { start: Seller; onRestart: (saved: Seller) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const [conflict, setConflict] = useState<Conflict<Seller>>()
  const form: FormHandle<SellerValues> = useForm<SellerValues>({
    name: 'seller',
    // the bank account is not saved with it
    initial: { ...sellerValues(start), start: { ...sellerValues(start), version: start.version } },
    hidden: ['start'],
    fromSaved: (saved) => ({ ...saved, start: readShape(Seller, saved.start) }),
    check: () => ({}),
    submit: async (values, taken) => {
      const sent = await sendMerged({
        // a draft from an earlier visit began with an older version
        start: conflict?.saved ?? values.start,
        values,
        valuesOf: sellerValues,
        send: ({ start: _, ...names }: SellerValues, { version }: Seller) =>
          api.call('updateSeller', { body: { ...names, version } }),
        fetchSaved: () => api.call('getSeller'),
      })
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      taken()
      toast({ title: t`The company details were saved.`, kind: 'success' })
      onRestart(sent.body)
      return 'done'
    },
  })
  const title = t({ message: 'Who sells', comment: 'heading: legal name and numbers of the shop' })
  const discard = async () => {
    form.giveUp()
    const reply = await api.call('getSeller').catch(() => undefined)
    onRestart(reply?.ok ? reply.body : start)
  }
  const field = (name: SellerName) => ({ field: form.field(name), label: t(sellerLabels[name]) })
  return (
    <Form form={form} label={title}>
      <TextField {...field('legalName')} autoComplete="organization" maxLength={limits.nameLength} />
      <TextField {...field('taxNumber')} maxLength={limits.partyNumberLength} />
      <TextField {...field('registrationNumber')} maxLength={limits.partyNumberLength} />
      <TextField
        {...field('approvalNumber')}
        hint={t`Given by the health authority; packing lists require it.`}
        maxLength={limits.partyNumberLength}
      />
      <FormFailure form={form} />
      {conflict && (
        <EditConflict
          key={conflict.saved.version}
          form={form}
          both={conflict.both}
          saved={sellerValues(conflict.saved)}
          // the paths are fields of the form
          label={(path) => t(sellerLabels[path as SellerName])}
          show={(_, value) => String(value) || '–'}
        />
      )}
      <ButtonRow>
        <SubmitButton form={form} of={title}>{t`Save`}</SubmitButton>
        {form.isTyped && <Button variant="outline" onClick={() => void discard()}>{t`Discard changes`}</Button>}
      </ButtonRow>
    </Form>
  )
}
