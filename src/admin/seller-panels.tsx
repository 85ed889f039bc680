import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { type Seller, SellerDraft, SellerInput } from '../../contract/papers/parties.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextField } from '../forms/fields.tsx'
import { useOnlineQuery } from '../lists/query.ts'
import { FromShop } from '../ui/feedback/notice.tsx'
import { Panel } from '../ui/page.tsx'
import { BankPart } from './bank-part.tsx'
import { SettingsForm } from './settings-form.tsx'
import { type SellerName, sellerLabels } from './shop-form.ts'

export function SellerPanels() {
  const { api } = useDeps()
  const fetched = useOnlineQuery('seller', (api, signal) => api.call('getSeller', { signal }))
  const { body: seller, replace } = fetched
  const waiting = <FromShop isMissing={fetched.isMissing} />
  const reload = async () => {
    const reply = await api.call('getSeller').catch(() => undefined)
    if (reply?.ok) replace(reply.body)
  }
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
