import { Button, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ShopSettings } from '../../../contract/shop.ts'
import { fetchShop } from '../../catalogue/pull-shop.ts'
import { putShop } from '../../db/shop.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ServerPanel } from './server-panel.tsx'
import { ShopFields } from './shop-fields.tsx'
import { changedFields, checkShop, type ShopField, shopPaths, shopUpdate, shopValues } from './shop-form.ts'
import { ShopPreview } from './shop-preview.tsx'

const route = getRouteApi('/admin/shop')

/** What the shop says about itself, for administrators. */
export function ShopPage() {
  const { t } = useLingui()
  const start = route.useLoaderData()
  const [round, setRound] = useState(0)
  return (
    <Page
      title={t({ message: 'Settings of the shop', comment: 'title of the screen with name, logo and texts' })}
      lead={<Trans>Everybody sees a change at once, also in the apps that are open or installed.</Trans>}
    >
      <ShopForm key={`${start.version} ${round}`} start={start} onDiscard={() => setRound(round + 1)} />
      <ServerPanel />
    </Page>
  )
}

function ShopForm({ start, onDiscard }: { start: ShopSettings; onDiscard: () => void }) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const router = useRouter()
  const [theirs, setTheirs] = useState<ShopSettings>()
  const form = useForm<ShopField>({
    name: 'shop',
    initial: shopValues(start),
    paths: shopPaths,
    check: checkShop,
    submit: async (values, taken) => {
      const reply = await api.call('updateShop', { body: shopUpdate(values) })
      if (!reply.ok) {
        const newest = reply.refusal.code === 'edited-meanwhile' ? await api.call('getShop') : undefined
        if (newest?.ok) setTheirs(newest.body)
        return reply.refusal
      }
      taken()
      await putShop(db, reply.body)
      toast({ title: t`The settings were saved.`, kind: 'success' })
      await router.invalidate()
      return 'done'
    },
  })
  const discard = async () => {
    form.giveUp()
    await fetchShop({ db, api }).catch(() => undefined)
    await router.invalidate()
    onDiscard()
  }
  const keep = () => {
    if (theirs) form.change({ version: String(theirs.version) })
    setTheirs(undefined)
  }
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
      <Panel>
        <Form form={form} gap="8">
          <ShopFields form={form} />
          <FormFailure form={form} />
          {theirs && <Conflict form={form} theirs={theirs} onKeep={keep} onDiscard={() => void discard()} />}
          <ButtonRow>
            <SubmitButton form={form}>{t`Save`}</SubmitButton>
            <Button variant="outline" onClick={() => void discard()}>{t`Discard changes`}</Button>
          </ButtonRow>
        </Form>
      </Panel>
      <ShopPreview values={form.values} />
    </SimpleGrid>
  )
}

interface ConflictProps {
  form: FormHandle<ShopField>
  theirs: ShopSettings
  onKeep: () => void
  onDiscard: () => void
}

/** What somebody else has saved meanwhile, and the two ways on. */
function Conflict({ form, theirs, onKeep, onDiscard }: ConflictProps) {
  const { t, i18n } = useLingui()
  const changed = changedFields(form.values, shopValues(theirs))
  return (
    <Notice kind="warning">
      <p>
        <Trans>These fields are saved with other values than yours:</Trans>
      </p>
      <ul>
        {changed.map(({ label, theirs: value }) => (
          <Text as="li" key={label.id} overflowWrap="anywhere">
            <b>{i18n._(label)}</b>: {value.slice(0, 200) || '–'}
          </Text>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={onKeep}>{t`Keep mine, then save`}</Button>
        <Button onClick={onDiscard}>{t`Take what is saved`}</Button>
      </ButtonRow>
    </Notice>
  )
}
