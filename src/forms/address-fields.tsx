import { Button, Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { limits } from '../../contract/limits.ts'
import { addressFields, noPostalCode, type ShippingAddress } from '../../contract/orders.ts'
import { countriesIn } from '../../contract/texts/countries.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { recordOf } from '../lib/record.ts'
import { type FieldProps, TextField } from './fields.tsx'
import type { FormHandle } from './form-types.ts'

type AddressField = [label: MessageDescriptor, autoComplete: string, maxLength: number]

const fields: Record<keyof ShippingAddress, AddressField> = {
  phone: [msg`Phone`, 'tel', 40],
  address: [msg`Address`, 'street-address', limits.addressLength],
  city: [msg`City`, 'address-level2', limits.nameLength],
  postalCode: [msg`Postal code`, 'postal-code', 20],
  country: [msg`Country`, 'country-name', limits.nameLength],
}

/** The address in the values of a form, without spaces around its parts. */
export const addressOf = (values: ShippingAddress): ShippingAddress =>
  recordOf(addressFields, (name) => values[name].trim())

/** The fields of an address, for a book without the phone. */
export function AddressFields<V extends Omit<ShippingAddress, 'phone'>>({ form }: { form: FormHandle<V> }) {
  const { t } = useLingui()
  return addressFields
    .filter((name) => name in form.values)
    .map((name) => {
      const [label, autoComplete, maxLength] = fields[name]
      // the form has a text of this name
      const field = form.field(name as never) as FieldProps['field']
      const props = { field, label: t(label), autoComplete, maxLength, required: true }
      if (name === 'country') return <CountryField key={name} {...props} />
      if (name !== 'postalCode') return <TextField key={name} {...props} type={name === 'phone' ? 'tel' : 'text'} />
      return (
        <div key={name}>
          <TextField {...props} />
          {field.value !== noPostalCode && (
            <Button
              variant="plain"
              onClick={() => {
                field.set(noPostalCode)
                // the pressed button goes
                document.getElementById(field.id)?.focus()
              }}
            >{t`There is no postal code`}</Button>
          )}
        </div>
      )
    })
}

/** Countries that a typed text may mean. */
const suggested = 5

/** A country, chosen from those whose names begin like what is typed; any other text stays possible. */
function CountryField(props: FieldProps & { autoComplete: string; maxLength: number }) {
  const { t } = useLingui()
  const { field } = props
  const locale = useLocale()
  const names = useMemo(() => {
    const sorted = [...countriesIn(locale).keys()].sort(new Intl.Collator(locale).compare)
    return sorted.map((name) => ({ name, text: normaliseText(name) }))
  }, [locale])
  const typed = normaliseText(field.value)
  const begins = (text: string) => text.startsWith(typed) || text.includes(` ${typed}`) || text.includes(`-${typed}`)
  const isKnown = typed === '' || names.some(({ text }) => text === typed)
  const found = isKnown ? [] : names.filter(({ text }) => begins(text)).slice(0, suggested)
  return (
    <div>
      <TextField {...props} />
      <Flex
        wrap="wrap"
        gap="2"
        mt={found.length > 0 ? '2' : '0'}
        role="group"
        aria-label={t`Countries`}
        aria-live="polite"
      >
        {found.map(({ name }) => (
          <Button
            key={name}
            onClick={() => {
              field.set(name)
              document.getElementById(field.id)?.focus()
            }}
          >
            {name}
          </Button>
        ))}
      </Flex>
    </div>
  )
}
