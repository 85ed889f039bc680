import { Flex, Link, Square } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link as RouterLink } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'
import { noAddress, ShippingAddress } from '../../contract/orders.ts'
import { putValue } from '../db/database.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { AddressFields, addressOf } from '../forms/address-fields.tsx'
import { CheckboxField } from '../forms/checkbox-fields.tsx'
import { Select, TextField } from '../forms/fields.tsx'
import { Form, useForm } from '../forms/form.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { Page, Panel } from '../ui/page.tsx'

const route = getRouteApi('/shipping')

const isSame = (one: Omit<ShippingAddress, 'phone'>, other: Omit<ShippingAddress, 'phone'>) =>
  (['address', 'city', 'postalCode', 'country'] as const).every((name) => one[name] === other[name])

export function ShippingPage() {
  const { t } = useLingui()
  const deps = useDeps()
  const session = useSession()
  const saveEntry = useSaveEntry()
  const navigate = route.useNavigate()
  const { saved, book } = route.useLoaderData()
  const form = useForm({
    name: 'shipping',
    initial: { company: session?.parties?.company ?? '', ...noAddress, ...(saved ?? book[0]), keep: false },
    schema: ShippingAddress,
    body: addressOf,
    async submit(values) {
      const address = addressOf(values)
      const company = values.company.trim()
      await putValue(deps.db, 'address', { ...address, ...(company && { company }) })
      const { phone: _, ...kept } = address
      const after = { label: `${kept.city}, ${kept.country}`.slice(0, limits.nameLength), ...kept }
      const entry = { kind: 'address', body: { after }, display: {} } as const
      if (session && values.keep) await saveEntry(() => deps.sync.enqueue(entry, { session }))
      await navigate({ to: '/placeorder' })
      return 'done'
    },
  })
  const { values } = form
  const chosen = book.findIndex((each) => isSame(each, values))
  return (
    <Page title={t`Delivery`} lead={<Trans>Where should we deliver the goods?</Trans>} narrow>
      <OrderSteps at="shipping" />
      <Panel>
        <Form form={form} submit={t`Continue`}>
          <TextField
            field={form.field('company')}
            label={t`Company`}
            autoComplete="organization"
            maxLength={limits.nameLength}
          />
          {book.length > 0 && (
            <Select
              aria-label={t`Address book`}
              value={String(chosen)}
              options={[
                {
                  value: '-1',
                  label: t({ message: 'Another address', comment: 'choice above the fields of an address' }),
                },
                ...book.map(({ label }, at) => ({ value: String(at), label })),
              ]}
              onValue={(at) => {
                const { address, city, postalCode, country } = book[Number(at)] ?? noAddress
                form.change({ address, city, postalCode, country })
              }}
            />
          )}
          <AddressFields form={form} />
          {session && chosen < 0 && book.length < limits.addresses && (
            <CheckboxField field={form.field('keep')} label={t`Add this address to my address book`} />
          )}
        </Form>
      </Panel>
    </Page>
  )
}

const order = ['cart', 'shipping', 'review'] as const

/** The steps to a quote, each with a way back. A plain list, since Chakra's `Steps` are tabs, which these screens are not. */
export function OrderSteps({ at }: { at: (typeof order)[number] }) {
  const { t } = useLingui()
  const here = order.indexOf(at)
  const steps = {
    cart: { label: t`Cart`, to: '/cart/{-$id}' },
    shipping: { label: t`Delivery`, to: '/shipping' },
    review: { label: t`Check and send`, to: '/placeorder' },
  } as const
  return (
    <Flex as="ol" columnGap={{ base: '2', sm: '6' }} color="fg.muted" fontSize="sm" aria-label={t`Steps to a quote`}>
      {order.map((name, index) => (
        <Flex
          key={name}
          as="li"
          // on a phone the number is above its step
          direction={{ base: 'column', sm: 'row' }}
          flex={{ smDown: '1 1 0' }}
          align="center"
          gap={{ base: '0', sm: '2' }}
          minWidth="0"
          minHeight="11"
          textAlign="center"
          overflowWrap="anywhere"
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
          {index < here ? (
            <Link
              asChild
              variant="plain"
              justifyContent={{ base: 'center', sm: 'start' }}
              alignItems={{ base: 'start', sm: 'center' }}
            >
              <RouterLink to={steps[name].to} params={{ id: undefined }}>
                {steps[name].label}
              </RouterLink>
            </Link>
          ) : (
            steps[name].label
          )}
        </Flex>
      ))}
    </Flex>
  )
}
