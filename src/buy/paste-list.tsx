import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { packingLine } from '../../contract/texts/packing-texts.ts'
import { findNamed, getSearchIndex } from '../db/product-search.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { TickBox } from '../forms/checkbox-fields.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { useForm } from '../forms/form.tsx'
import { QuantityField } from '../forms/quantity-field.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { type PastedLine, readPastedList } from '../lib/pasted-list.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'

/** The best product for a line, and the next ones. */
const shownProducts = 3
const mostLines = 200

interface FoundLine extends PastedLine {
  products: Fish[]
}

/** A person's choice for a line, in place of the one that was read. */
interface Choice {
  product?: number
  qty?: number | undefined
  isLeftOut?: boolean
}

interface AddedLine {
  fish: Fish
  qty: number
}

/** Reads a list from a chat, a mail or a spreadsheet and shows what was understood; nothing is added before that is confirmed. */
export function PasteList({
  isOpen = false,
  onAdd,
}: {
  isOpen?: boolean
  onAdd: (lines: AddedLine[]) => Promise<void>
}) {
  const { t } = useLingui()
  const { db } = useDeps()
  const locale = useLocale()
  const save = useSaving()
  const owner = useSession()?.userId
  const [status, announce] = useStatusMessage()
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const index = useLiveQuery(() => getSearchIndex(db).catch(() => undefined), [db])
  const form = useForm({
    name: 'pasted-list',
    ...(owner !== undefined && { owner }),
    initial: { text: '' },
    submit: async () => 'reset',
  })
  const text = useDeferredValue(form.values.text)
  const lines = useMemo(
    () =>
      readPastedList(text, locale)
        .slice(0, mostLines)
        .map((line): FoundLine => ({ ...line, products: index ? findNamed(index, line, shownProducts) : [] })),
    [text, locale, index],
  )
  const chosen = lines.flatMap(({ text, products, qty: read }, at): AddedLine[] => {
    const choice = choices.get(keyOf(at, text)) ?? {}
    const { product = 0, isLeftOut } = choice
    const [fish, qty] = [products[product], tonnesOf(choice, read)]
    return fish && qty !== undefined && !isLeftOut ? [{ fish, qty }] : []
  })
  const count = chosen.length
  async function add() {
    await onAdd(chosen)
    form.change({ text: '' })
    setChoices(new Map())
    announce(<Plural value={count} one="# product added." other="# products added." />)
  }
  return (
    <Disclosure
      isFilled={isOpen}
      title={<Trans comment="heading: products are added from a text that somebody has copied">Paste a list</Trans>}
    >
      <Stack gap="4" paddingBlock="3">
        <TextAreaField
          field={form.field('text')}
          label={t`Products and tonnes`}
          hint={t`A product a line, or several between commas: octopus T4 12 t, QS-101; 2.5. Cells of a spreadsheet work as well.`}
          rows={5}
        />
        {text.trim() !== '' && !index && (
          <p role="status">{t`This needs the catalogue on this device, which is not there yet.`}</p>
        )}
        {index && lines.length > 0 && (
          <Stack as="ol" gap="0" listStyleType="none">
            {lines.map((line, at) => {
              const key = keyOf(at, line.text)
              return (
                <Line
                  key={key}
                  line={line}
                  choice={choices.get(key) ?? {}}
                  onChoose={(change) => setChoices(new Map(choices).set(key, { ...choices.get(key), ...change }))}
                />
              )
            })}
          </Stack>
        )}
        {count > 0 && (
          <Box>
            <Button variant="solid" onClick={() => save(add)}>
              <Plural value={count} one="Add # product" other="Add # products" />
            </Button>
          </Box>
        )}
        {status}
      </Stack>
    </Disclosure>
  )
}

/** The typed quantity, even an invalid one, else the one that was read, else that of a new line of the cart. */
const tonnesOf = (choice: Choice, read: number | undefined) =>
  'qty' in choice ? choice.qty : (read ?? business.defaultQuantity)

/** Two lines may be equal. */
const keyOf = (at: number, text: string) => `${at} ${text}`

interface LineProps {
  line: FoundLine
  choice: Choice
  onChoose: (change: Choice) => void
}

function Line({ line: { text, products, qty: read }, choice, onChoose }: LineProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { product = 0, isLeftOut = false } = choice
  const titleOf = (fish: Fish) =>
    [nameIn(fish, locale), packingLine(fish, locale), fish.code].filter(Boolean).join(' · ')
  const fish = products[product]
  return (
    <Stack as="li" gap="2" paddingBlock="3" borderTopWidth="1px" overflowWrap="anywhere">
      <Text color="fg.muted" fontSize="sm">
        <bdi>{text}</bdi>
      </Text>
      {!fish && (
        <Text>
          <Trans comment="a line of a pasted list">No product was found for this line. It is not added.</Trans>
        </Text>
      )}
      {fish && (
        <>
          <TickBox checked={!isLeftOut} onChange={(isWanted) => onChoose({ isLeftOut: !isWanted })}>
            {titleOf(fish)}
          </TickBox>
          <Flex wrap="wrap" gap="3" align="center">
            <QuantityField
              value={tonnesOf(choice, read) ?? business.defaultQuantity}
              label={t`Quantity of ${{ name: nameIn(fish, locale) }}`}
              onChange={(tonnes) => onChoose({ qty: tonnes })}
            />
            {products.map(
              (other, at) =>
                at !== product && (
                  <Button key={other._id} size="sm" variant="ghost" onClick={() => onChoose({ product: at })}>
                    {titleOf(other)}
                  </Button>
                ),
            )}
          </Flex>
        </>
      )}
    </Stack>
  )
}
