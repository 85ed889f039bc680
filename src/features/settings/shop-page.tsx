import { Button, Image, SimpleGrid } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { pictureUrl } from '../../../contract/picture.ts'
import type { ShopSettings } from '../../../contract/shop.ts'
import { fetchShop, getSavedShop } from '../../data/shop/pull-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { putValue } from '../../data/values.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { Page } from '../../parts/page.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { EditConflict } from '../../ui/forms/edit-conflict.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { type Conflict, sendMerged, showUnsaved } from '../../ui/forms/send-merged.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useCall } from '../../ui/loading/use-call.ts'
import { Panel } from '../../ui/panel.tsx'
import { LegalPanel } from './legal-panel.tsx'
import { fieldName, fieldValue } from './log-texts.ts'
import { SellerPanels } from './seller-panels.tsx'
import { ServerPanel } from './server-panel.tsx'
import { ShopFields } from './shop-fields.tsx'
import { checkShop, fromSavedShop, type ShopValues, shopUpdate, shopValues } from './shop-form.ts'
import { ShopPreview } from './shop-preview.tsx'

const route = getRouteApi('/admin/shop')

/** The settings of the shop: name, logo, texts, contact and terms of offers. */
export function ShopPage() {
  const { t } = useLingui()
  const loaded = route.useLoaderData()
  // a form changes what it began with: a version that somebody else saves meanwhile must not replace it under the typing hand
  const [{ start, times }, setForm] = useState({ start: loaded, times: 0 })
  return (
    <Page
      title={t({ message: 'Settings of the shop', comment: 'title of the screen with name, logo and texts' })}
      lead={<Trans>Everybody sees a change at once, also in the apps that are open or installed.</Trans>}
    >
      <ShopForm key={times} start={start} onRestart={(saved) => setForm({ start: saved, times: times + 1 })} />
      <SellerPanels />
      <LegalPanel />
      <ServerPanel />
    </Page>
  )
}

function ShopForm({ start, onRestart }: { start: ShopSettings; onRestart: (saved: ShopSettings) => void }) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const [conflict, setConflict] = useState<Conflict<ShopSettings>>()
  const upload = useCall()
  const form: FormHandle<ShopValues> = useForm<ShopValues>({
    name: 'shop',
    initial: { ...shopValues(start), start },
    hidden: ['start'],
    fromSaved: fromSavedShop,
    check: checkShop,
    submit: async (values, taken) => {
      const sent = await sendMerged({
        // a draft from an earlier visit started from an older version of the settings
        start: conflict?.saved ?? values.start,
        values,
        valuesOf: shopValues,
        send: (fields: ShopValues, { version }: ShopSettings) =>
          api.call('updateShop', { body: shopUpdate(fields, version) }),
        fetchSaved: () => api.call('getShop'),
      })
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      taken()
      // a device without room: the server has it all the same
      await putValue(db, 'shop', sent.body).catch(() => undefined)
      toast({ title: t`The settings were saved.`, kind: 'success' })
      onRestart(sent.body)
      return 'done'
    },
  })
  const discard = async () => {
    form.giveUp()
    await fetchShop({ db, api }).catch(() => undefined)
    onRestart((await getSavedShop(db).catch(() => undefined)) ?? start)
  }
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
      <Panel>
        <Form form={form} gap="8">
          <ShopFields form={form} upload={upload} />
          <FormFailure form={form} />
          {conflict && <ShopConflict key={conflict.saved.version} form={form} {...conflict} />}
          <ButtonRow>
            {/* the settings are not saved without a logo that is on its way */}
            <SubmitButton form={{ busy: form.busy || upload.busy }}>{t`Save`}</SubmitButton>
            <Button variant="outline" onClick={() => void discard()}>{t`Discard changes`}</Button>
          </ButtonRow>
        </Form>
      </Panel>
      <ShopPreview values={form.values} />
    </SimpleGrid>
  )
}

function ShopConflict({ form, saved, both }: Conflict<ShopSettings> & { form: FormHandle<ShopValues> }) {
  const { t, i18n } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const language = { locale, translate: (text: MessageDescriptor) => i18n._(text) }
  const show = (path: string, value: unknown) => {
    const logoUrl = path === 'logo' ? pictureUrl(String(value), 320, 'webp') : undefined
    if (logoUrl) return <Image src={api.picture(logoUrl)} alt={t`Logo`} boxSize="12" />
    return fieldValue(path, String(value), language) || '–'
  }
  return (
    <EditConflict
      form={form}
      both={both}
      saved={shopValues(saved)}
      // the log calls a translation `about.fr`
      label={(path) => fieldName('settings', path.replace('/', '.'), language)}
      show={show}
    />
  )
}
