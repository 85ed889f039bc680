import { Box, Flex, IconButton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isEmail } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { nameIn, toLocale } from '../../../contract/locales.ts'
import { noAddress, type Order, ShippingAddress } from '../../../contract/orders.ts'
import { PasteList } from '../../buy/paste-list.tsx'
import { checkWishes, noWishes, wishesOf } from '../../buy/wishes-part.tsx'
import { cartLineOf } from '../../db/cart.ts'
import { useOrders, useShopToday } from '../../db/read-orders.ts'
import type { CartLine } from '../../db/rows.ts'
import { useDeps, useSession, useShop } from '../../db/use-deps.tsx'
import { AddressFields, addressOf } from '../../forms/address-fields.tsx'
import { CheckboxField } from '../../forms/checkbox-fields.tsx'
import { EmailField, Group, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { Form, useForm } from '../../forms/form.tsx'
import { QuantityField } from '../../forms/quantity-field.tsx'
import { languageNames, useLocale } from '../../i18n/use-locale.ts'
import { useSaveEntry } from '../../ui/feedback/toaster.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page, Panel } from '../../ui/page.tsx'

const isNew = ''

type TextName = 'name' | 'email' | 'company' | 'language' | 'currency' | 'neededBy' | 'note'
interface RequestValues extends ShippingAddress, Record<TextName, string> {
  /** the account's id; empty for a new customer */
  customer: string
  invite: boolean
  lines: CartLine[]
}

/** The newest request of each customer, by name. */
function customersOf(orders: readonly Order[]): Order[] {
  const newest = new Map<string, Order>()
  for (const order of orders.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)))
    newest.set(order.user._id, order)
  return [...newest.values()].sort((a, b) => titleOf(a).localeCompare(titleOf(b)))
}

const titleOf = ({ user, parties }: Order) => [parties?.company, user.name].filter(Boolean).join(', ')

/** A request that came by telephone or chat, written down by staff. It works without a connection like any request. */
export function NewRequestPage() {
  const { t } = useLingui()
  const locale = useLocale()
  const { sync, clock } = useDeps()
  const session = useSession()
  const navigate = useNavigate()
  const saveEntry = useSaveEntry()
  const { currencies } = useShop()
  const { saved } = useOrders()
  const today = useShopToday()
  const customers = useMemo(() => customersOf(saved?.orders.map(({ order }) => order) ?? []), [saved])
  const form = useForm<RequestValues>({
    name: 'new-request',
    owner: session?.userId ?? '',
    initial: {
      ...{ customer: isNew, name: '', email: '', invite: false, company: '', ...noAddress },
      ...{ language: locale, currency: '', neededBy: '', note: '', lines: [] },
    },
    hidden: ['lines'],
    schema: ShippingAddress,
    body: addressOf,
    check: ({ customer, name, email, lines, neededBy }) => ({
      ...checkWishes({ neededBy }, today),
      ...(customer === isNew && name.trim() === '' && { name: { rule: 'required' } as const }),
      ...(customer === isNew && email.trim() !== '' && !isEmail(email) && { email: { rule: 'email' } as const }),
      ...(lines.length === 0 && { note: { rule: 'minItems', params: { limit: 1 } } as const }),
    }),
    submit: async (values) => {
      if (!session) return 'failed'
      const { customer, name, email, invite, currency, neededBy, note, lines } = values
      const person = { name: name.trim(), ...(email.trim() && { email: email.trim(), ...(invite && { invite }) }) }
      const wishes = wishesOf({ ...noWishes, currency, neededBy, note })
      const company = values.company.trim()
      const body = {
        for: customer === isNew ? person : customer,
        orderItems: lines.map(({ fishe, qty }) => ({ fishe, qty })),
        shippingAddress: addressOf(values),
        language: toLocale(values.language) ?? locale,
        ...(wishes && { wishes }),
        ...(company && { parties: { company } }),
      }
      const user = customers.find((order) => order.user._id === customer)?.user ?? { email: '', ...person }
      const made = await saveEntry(() => sync.enqueue({ kind: 'order', body, display: { lines, user } }, { session }))
      if (!made) return 'failed'
      await navigate({ to: '/order/$id', params: { id: made.id } })
      return 'done'
    },
  })
  const { values } = form
  function choose(customer: string) {
    const known = customers.find(({ user }) => user._id === customer)
    const { shippingAddress, parties, language = locale } = known ?? {}
    form.change({ customer, ...(known && { ...shippingAddress, company: parties?.company ?? '', language }) })
  }
  const change = (lines: CartLine[]) => form.change({ lines })
  return (
    <Page title={t({ message: 'New request', comment: 'title: staff write down what a customer has asked for' })}>
      <Panel title={<Trans>Products</Trans>}>
        <Stack as="ul" gap="0" listStyleType="none" _empty={{ display: 'none' }}>
          {values.lines.map((line) => {
            const name = nameIn(line, locale)
            return (
              <Flex
                as="li"
                key={line.fishe}
                wrap="wrap"
                gap="3"
                align="center"
                justify="space-between"
                paddingBlock="2"
              >
                <Box flex="1 1 12rem">{name}</Box>
                <QuantityField
                  value={line.qty}
                  label={t`Quantity of ${name}`}
                  onChange={(qty) =>
                    qty !== undefined && change(values.lines.map((each) => (each === line ? { ...line, qty } : each)))
                  }
                />
                <IconButton
                  aria-label={t`Remove: ${{ label: name }}`}
                  onClick={() => change(values.lines.filter((each) => each !== line))}
                >
                  <Icon name="trash" />
                </IconButton>
              </Flex>
            )
          })}
        </Stack>
        {values.lines.length === 0 && <Text color="fg.muted">{t`No products yet.`}</Text>}
        <PasteList
          isOpen
          onAdd={async (added) => {
            const lines = added.map(({ fish, qty }) => cartLineOf(fish, qty, clock.now()))
            change([...values.lines.filter(({ fishe }) => lines.every((line) => line.fishe !== fishe)), ...lines])
          }}
        />
      </Panel>
      <Panel>
        <Form form={form} submit={t`Save the request`}>
          <SelectField
            field={{ ...form.field('customer'), set: choose }}
            label={t({ message: 'Customer', comment: 'column: who ordered' })}
            none={t({ message: 'New customer', comment: 'choice: without an earlier request' })}
            options={customers.map((order) => ({ value: order.user._id, label: titleOf(order) }))}
          />
          {values.customer === isNew && (
            <>
              <TextField field={form.field('name')} label={t`Name`} maxLength={limits.nameLength} required />
              <EmailField
                field={form.field('email')}
                autoComplete="off"
                hint={t`Without one the customer gets no mail, and answers by an offer link or by telephone.`}
              />
              {values.email.trim() !== '' && (
                <CheckboxField field={form.field('invite')} label={t`Mail an invitation to the shop`} />
              )}
            </>
          )}
          <TextField field={form.field('company')} label={t`Company`} maxLength={limits.nameLength} />
          <SelectField
            field={form.field('language')}
            label={t({ message: 'Language of the customer', comment: 'label of a field: in which mails are written' })}
            options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          />
          <AddressFields form={form} />
          <Group isPart legend={<Trans>Wishes for the quote</Trans>}>
            <SelectField
              field={form.field('currency')}
              label={t`Currency`}
              none={t({ message: 'No preference', comment: 'choice in a select' })}
              options={currencies.map((value) => ({ value, label: value }))}
            />
            <TextField field={form.field('neededBy')} label={t`Needed by`} type="date" />
            <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
          </Group>
        </Form>
      </Panel>
    </Page>
  )
}
