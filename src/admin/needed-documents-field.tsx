import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { type DocumentKind, documentKinds } from '../../contract/shipment/claims.ts'
import type { NeededDocument } from '../../contract/shop.ts'
import { countriesIn } from '../../contract/texts/countries.ts'
import { documentNames } from '../../contract/texts/goods-words.ts'
import { TickBox } from '../forms/checkbox-fields.tsx'
import { type FieldProps, Group, Message, Select } from '../forms/fields.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from '../ui/icon.tsx'
import { documentsText, readDocuments } from './shop-form.ts'

/** All destinations, the European Union, and each country by its name. */
function useDestinations() {
  const { t } = useLingui()
  const locale = useLocale()
  return useMemo(() => {
    const countries = [...countriesIn(locale)].map(([label, value]) => ({ value, label }))
    return [
      { value: '*', label: t({ message: 'All destinations', comment: 'where goods go to' }) },
      { value: 'EU', label: t`European Union` },
      ...countries.sort((a, b) => a.label.localeCompare(b.label, locale)),
    ]
  }, [t, locale])
}

/** The documents that go with goods, by destination: one value of the form, with a row for each. */
export function NeededDocumentsField({ field, label }: FieldProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const destinations = useDestinations()
  const place = useRef<HTMLDivElement>(null)
  const rows = readDocuments(field.value)
  const save = (next: readonly NeededDocument[]) => field.set(documentsText(next))
  const change = (at: number, part: Partial<NeededDocument>) =>
    save(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const kinds = documentKinds.map((value) => ({ value, label: documentNames[value][locale] }))
  const add = () => {
    const isFree = (kind: DocumentKind) => rows.every((row) => row.to !== '*' || row.kind !== kind)
    save([...rows, { to: '*', kind: documentKinds.find(isFree) ?? 'other', required: true }])
  }
  return (
    <Group isPart legend={label}>
      <Text color="fg.muted">
        <Trans>Every order shows which of them are here. Both sides and the board see what is still missing.</Trans>
      </Text>
      <div ref={place}>
        <Box as="ul" listStyleType="none" aria-label={label} _empty={{ display: 'none' }}>
          {rows.map(({ to, kind, required }, at) => {
            const number = at + 1
            const name = documentNames[kind][locale]
            return (
              <Flex
                as="li"
                // rows have no ids, and their controls hold no state
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={at}
                wrap="wrap"
                align="center"
                gap="2"
                columnGap="4"
                paddingBlock="2"
                borderTopWidth={at === 0 ? undefined : '1px'}
              >
                <Box flex="1 1 13rem">
                  <Select
                    aria-label={t`Destination of document ${number}`}
                    value={to}
                    options={destinations}
                    onValue={(value) => change(at, { to: value })}
                  />
                </Box>
                <Box flex="1 1 13rem">
                  <Select
                    aria-label={t`Kind of document ${number}`}
                    value={kind}
                    options={kinds}
                    onValue={(value) => change(at, { kind: value })}
                  />
                </Box>
                <TickBox
                  checked={required}
                  onChange={(checked) => change(at, { required: checked })}
                  control={{ 'aria-label': t`Required: ${name}` }}
                >
                  <Trans comment="a document has to be there">Required</Trans>
                </TickBox>
                <Button
                  variant="ghost"
                  aria-label={t`Remove ${name}`}
                  onClick={() => {
                    save(rows.filter((_, index) => index !== at))
                    // the pressed button goes
                    place.current?.querySelector<HTMLElement>('[data-add]')?.focus()
                  }}
                >
                  <Icon name="close" />
                </Button>
              </Flex>
            )
          })}
        </Box>
        <Message id={`${field.id}-error`}>{field.error}</Message>
        <Button
          id={field.id}
          data-add
          mt="2"
          aria-describedby={field.error && `${field.id}-error`}
          aria-disabled={rows.length >= limits.neededDocuments}
          onClick={() => rows.length < limits.neededDocuments && add()}
        >
          <Trans comment="button: one more kind of document that goes with goods">Add a document</Trans>
        </Button>
      </div>
    </Group>
  )
}
