import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'
import { addressFields, noAddress, ShippingAddress } from '../../contract/orders.ts'
import { useDeps } from '../db/use-deps.tsx'
import { putValue } from '../db/values.ts'
import { TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { OrderSteps } from './order-steps.tsx'

const route = getRouteApi('/shipping')

type AddressField = [label: MessageDescriptor, autoComplete: string, maxLength: number]

const fields: Record<keyof ShippingAddress, AddressField> = {
  phone: [msg`Phone`, 'tel', 40],
  address: [msg`Address`, 'street-address', limits.addressLength],
  city: [msg`City`, 'address-level2', limits.nameLength],
  postalCode: [msg`Postal code`, 'postal-code', 20],
  country: [msg`Country`, 'country-name', limits.nameLength],
}

function bodyOf(values: ShippingAddress): ShippingAddress {
  const address = { ...noAddress }
  for (const name of addressFields) address[name] = values[name].trim()
  return address
}

/** The shipping address. Visitors can enter it too; it is saved on this device. */
export function ShippingPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const navigate = route.useNavigate()
  const saved = route.useLoaderData()
  const form = useForm({
    name: 'shipping',
    initial: { ...noAddress, ...saved },
    schema: ShippingAddress,
    body: bodyOf,
    async submit(values) {
      await putValue(db, 'address', bodyOf(values))
      await navigate({ to: '/placeorder' })
      return 'done'
    },
  })
  return (
    <Page title={t`Delivery`} lead={<Trans>Where should we deliver the goods?</Trans>} narrow>
      <OrderSteps at="shipping" />
      <Panel>
        <Form form={form}>
          {addressFields.map((name) => {
            const [label, autoComplete, maxLength] = fields[name]
            const props = { label: t(label), type: name === 'phone' ? 'tel' : 'text', autoComplete, maxLength }
            return <TextField key={name} field={form.field(name)} required {...props} />
          })}
          <FormFailure form={form} />
          <SubmitButton form={form}>{t`Continue`}</SubmitButton>
        </Form>
      </Panel>
    </Page>
  )
}
