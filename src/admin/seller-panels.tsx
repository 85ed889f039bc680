import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Seller, SellerInput } from '../../contract/papers/parties.ts'
import { readShape } from '../api/read-answer.ts'
import { useDeps } from '../db/use-deps.tsx'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useOnlineQuery } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Panel } from '../ui/page.tsx'
import { BankPart } from './bank-part.tsx'
import { type SellerName, sellerLabels } from './shop-form.ts'

/** Who sells and where buyers pay, as papers name it: read from the server, as it is not public. */
export function SellerPanels() {
  const { api } = useDeps()
  const fetched = useOnlineQuery('seller', (api, signal) => api.call('getSeller', { signal }))
  const seller = fetched.body
  const setSeller = fetched.replace
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
    schema: SellerInput,
    body: ({ start: { version }, ...names }) => ({ ...names, version }),
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
