import { Flex, Link, Square } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link as RouterLink } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'
import { addressFields, noAddress, ShippingAddress } from '../../contract/orders.ts'
import { putValue } from '../db/database.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import { Page, Panel } from '../ui/page.tsx'

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

/** The steps to a quote. A plain list, since Chakra's `Steps` are tabs, which these screens are not. */
export function OrderSteps({ at }: { at: 'shipping' | 'review' }) {
  const { t } = useLingui()
  const toCart = (
    <Link asChild variant="plain">
      <RouterLink to="/cart/{-$id}" params={{ id: undefined }}>{t`Cart`}</RouterLink>
    </Link>
  )
  const steps = { cart: toCart, shipping: <Trans>Delivery</Trans>, review: <Trans>Check and send</Trans> }
  return (
    <Flex as="ol" wrap="wrap" columnGap="6" color="fg.muted" fontSize="0.9375rem" aria-label={t`Steps to a quote`}>
      {Object.entries(steps).map(([name, title], index) => (
        <Flex
          key={name}
          as="li"
          align="center"
          gap="2"
          minHeight="11"
          aria-current={name === at ? 'step' : undefined}
          {...(name === at && { color: 'fg', fontWeight: 'semibold' })}
        >
          <Square
            size="1.625rem"
            border="1.5px solid currentColor"
            borderRadius="full"
            fontSize="0.8125rem"
            fontWeight="bold"
            aria-hidden="true"
            {...(name === at && { borderColor: 'primary', bg: 'primary', color: 'primary.text' })}
          >
            {index + 1}
          </Square>
          {title}
        </Flex>
      ))}
    </Flex>
  )
}
