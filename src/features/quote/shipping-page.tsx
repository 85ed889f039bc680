import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import type { ShippingAddress } from '../../../contract/orders.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { putValue } from '../../data/values.ts'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OrderSteps } from './order-steps.tsx'

const route = getRouteApi('/shipping')

type Name = keyof ShippingAddress
const required: Record<Name, MessageDescriptor> = {
  phone: msg`Please enter a phone number.`,
  address: msg`Please enter an address.`,
  city: msg`Please enter a city.`,
  postalCode: msg`Please enter a postal code.`,
  country: msg`Please enter a country.`,
}

/** All five fields are required (specification section 5); the server checks nothing else either. */
function checkAddress(values: ShippingAddress): Partial<Record<Name, MessageDescriptor>> {
  // the keys of `required` are the names of the form
  const names = Object.keys(required) as Name[]
  return Object.fromEntries(names.filter((name) => values[name].trim() === '').map((name) => [name, required[name]]))
}

/** The shipping address. Visitors can enter it too; it is saved on this device. */
export function ShippingPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const navigate = route.useNavigate()
  const saved = route.useLoaderData()
  const form = useForm({
    name: 'shipping',
    initial: { phone: '', address: '', city: '', postalCode: '', country: '', ...saved },
    check: checkAddress,
    async submit(values) {
      const { phone, address, city, postalCode, country } = values
      await putValue(db, 'address', {
        phone: phone.trim(),
        address: address.trim(),
        city: city.trim(),
        postalCode: postalCode.trim(),
        country: country.trim(),
      })
      await navigate({ to: '/placeorder' })
      return 'done'
    },
  })
  const fields = [
    { name: 'phone', label: t`Phone`, type: 'tel', autoComplete: 'tel', maxLength: 40 },
    { name: 'address', label: t`Address`, autoComplete: 'street-address', maxLength: limits.addressLength },
    { name: 'city', label: t`City`, autoComplete: 'address-level2', maxLength: limits.nameLength },
    { name: 'postalCode', label: t`Postal code`, autoComplete: 'postal-code', maxLength: 20 },
    { name: 'country', label: t`Country`, autoComplete: 'country-name', maxLength: limits.nameLength },
  ] as const
  return (
    <Page title={t`Delivery`} lead={<Trans>Where should we deliver the goods?</Trans>} narrow>
      <OrderSteps at="shipping" />
      <Panel>
        <Form form={form}>
          {fields.map(({ name, ...props }) => (
            <TextField key={name} field={form.field(name)} required {...props} />
          ))}
          <FormFailure form={form} />
          <SubmitButton form={form}>{t`Continue`}</SubmitButton>
        </Form>
      </Panel>
    </Page>
  )
}
