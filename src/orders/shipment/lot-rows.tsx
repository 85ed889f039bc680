import { Box, Button, Flex, IconButton, SimpleGrid, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../contract/limits.ts'
import { Group, Message, NumberField, TextField } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { formatNumber, formatTonnes, quantityText } from '../../i18n/numbers.ts'
import { Icon } from '../../ui/icon.tsx'
import { cartonsNet, emptyLot, type Goods, isNewLot, isUsed, netSum } from './lot-values.ts'
import type { MilestoneValues } from './milestone-values.ts'

interface LotRowsProps {
  form: FormHandle<MilestoneValues>
  /** the place of the product among the quantities */
  at: number
  name: string
  /** tonnes of the line that are not loaded */
  left: number
  goods: Goods
  isLoaded: boolean
}

/** The tonnes of a product, or its lots: with gloves, and with a scanner, which types a code and ends with Enter. */
export function LotRows({ form, at, name, left, goods, isLoaded }: LotRowsProps) {
  const { t } = useLingui()
  const id = useId()
  const { product = '' } = form.values.quantities[at] ?? {}
  const all = form.values.lots
  const rows = all.flatMap((row, place) => (row.product === product ? [{ row, place }] : []))
  const last = rows.at(-1)?.row
  const tonnes = form.field('quantities', at, 'tonnes')
  const lots = form.field('lots')
  const net = netSum(
    all.filter((row) => row.product === product),
    goods,
  )
  const hasLots = rows.some(({ row }) => isUsed(row))

  function add(box: Element | null) {
    flushSync(() => lots.set([...all, emptyLot(product)]))
    const [code] = [...(box?.querySelectorAll('[data-lot]') ?? [])].at(-1)?.getElementsByTagName('input') ?? []
    code?.focus()
  }
  function goOn(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
    // it would send the form
    event.preventDefault()
    const inputs = [...currentTarget.querySelectorAll('input')]
    const next = inputs[inputs.indexOf(target) + 1]
    if (next) next.focus()
    else if (last && isUsed(last) && rows.length < limits.lotsPerLine) add(currentTarget)
  }
  return (
    <Group legend={isLoaded && !hasLots ? <VisuallyHidden>{name}</VisuallyHidden> : name}>
      {isLoaded && !hasLots && <NumberField field={tonnes} label={t`${name}: tonnes loaded`} maxLength={12} />}
      <datalist id={id}>
        {goods.known
          .filter(({ fishe }) => fishe === product)
          .map(({ code }) => (
            <option key={code} value={code} />
          ))}
      </datalist>
      <Box display="grid" gap="4" css={{ '& input, & button': { minHeight: '12', minWidth: '12' } }} onKeyDown={goOn}>
        {rows.map(({ place }, number) => (
          <LotFields
            key={place}
            {...{ form, place, name, goods }}
            number={number + 1}
            list={id}
            onRemove={(button) => {
              // the button leaves with its row
              const box = button.closest('fieldset')
              flushSync(() => lots.set(all.filter((_, other) => other !== place)))
              box?.querySelector<HTMLElement>('[data-add]')?.focus()
            }}
          />
        ))}
        {hasLots && (
          <Box id={tonnes.id} tabIndex={-1}>
            <Sum {...{ left, net, goods }} />
            <Message id={`${tonnes.id}-error`}>{isLoaded && tonnes.error}</Message>
          </Box>
        )}
        {rows.length < limits.lotsPerLine && (
          <Button
            data-add
            justifySelf={{ sm: 'start' }}
            onClick={({ currentTarget }) => add(currentTarget.parentElement)}
          >
            <Trans comment="button: adds what was produced together">Add a lot</Trans>
          </Button>
        )}
      </Box>
    </Group>
  )
}

function Sum({ left, net, goods: { locale } }: { left: number; net: number; goods: Goods }) {
  const [sum, tonnes] = [formatNumber(net, locale), formatTonnes(left, locale)]
  const difference = Math.round((net - left * 1000) * 1000) / 1000
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  const rest = `${sign}${formatNumber(Math.abs(difference), locale)}`
  return (
    <Text>
      <Trans comment="what the lots weigh together, what is not loaded yet, and the difference">
        Net of the lots: <strong>{sum} kg</strong>. Left of this line: {tonnes}. Difference: {rest} kg
      </Trans>
    </Text>
  )
}

interface LotFieldsProps extends Pick<LotRowsProps, 'form' | 'name' | 'goods'> {
  place: number
  number: number
  /** id of the list with the known codes */
  list: string
  onRemove: (button: HTMLButtonElement) => void
}

function LotFields({ form, place, number, name, goods, list, onRemove }: LotFieldsProps) {
  const { t } = useLingui()
  const row = form.values.lots[place]
  if (!row) return null
  const suggested = cartonsNet(row, goods)
  const isNew = isNewLot(row, goods)
  const suggestion = suggested === undefined ? undefined : quantityText(suggested, goods.locale)
  const of = (name: Exclude<keyof typeof row, 'product'>) =>
    ({ field: form.field('lots', place, name), autoComplete: 'off', enterKeyHint: 'next' }) as const
  return (
    <Box data-lot role="group" aria-label={t`Lot ${number}, ${name}`} display="grid" gap="2">
      <Flex gap="2" align="end" wrap="wrap">
        <Box flex="1 1 9rem" minWidth="0">
          <TextField
            {...of('code')}
            label={t`Lot code`}
            list={list}
            autoCapitalize="characters"
            maxLength={limits.lotCodeLength}
          />
        </Box>
        <IconButton
          variant="ghost"
          aria-label={t`Remove lot ${number}`}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          <Icon name="trash" />
        </IconButton>
      </Flex>
      {isNew && (
        <Text color="fg.muted">
          <strong>
            <Trans comment="a lot that is not in the book of lots">New lot</Trans>
          </strong>
          {': '}
          <Trans>it is added to the book of lots.</Trans>
        </Text>
      )}
      <SimpleGrid gap="2" alignItems="start" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 5.25rem), 1fr))">
        <TextField {...of('cartons')} label={t`Cartons`} inputMode="numeric" maxLength={7} />
        <NumberField {...of('net')} label={t`Net (kg)`} placeholder={suggestion} maxLength={14} />
        <NumberField {...of('gross')} label={t`Gross (kg)`} maxLength={14} />
      </SimpleGrid>
      {suggestion !== undefined && row.net.trim() === '' && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Net by the weight of a carton: {suggestion} kg, unless you type another.</Trans>
        </Text>
      )}
      {isNew && (
        <SimpleGrid gap="2" alignItems="start" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 9rem), 1fr))">
          <TextField {...of('producedOn')} type="date" label={t`Produced on`} />
          <TextField {...of('bestBefore')} type="date" label={t`Best before`} />
        </SimpleGrid>
      )}
    </Box>
  )
}
