import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Locale } from '../../../contract/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { itemName } from '../../ui/offers/thread-offers.ts'
import type { AskedLine, OfferField } from './offer-values.ts'
import {
  changeByPercent,
  fillEmpty,
  type PriceChanges,
  pasteDown,
  priceReading,
  readPercent,
  type ToolResult,
} from './price-tools.ts'

/** So many products are named, the others are counted. */
const namedProducts = 4

interface PriceToolsOptions {
  form: FormHandle<OfferField>
  lines: readonly AskedLine[]
  /** the text of the last price of each product in the form's currency, by its id */
  lastPrices: ReadonlyMap<string, string>
}

export type PriceTools = ReturnType<typeof usePriceTools>

/** The tools that price many lines at once, each of which can be undone; `said` is what the last one has done. */
export function usePriceTools({ form, lines, lastPrices }: PriceToolsOptions) {
  const locale = useLocale()
  const { values } = form
  // what each tool replaced and wrote, the last one at the end
  const [steps, setSteps] = useState<{ before: PriceChanges; after: PriceChanges }[]>([])
  const [said, setSaid] = useState<ReactNode>()
  const names = (ids: readonly string[]) => namesOf(lines, ids, locale)

  function run({ changes, count, wrong }: ToolResult, sentence: ReactNode) {
    // the keys are fields of the form
    const fields = Object.keys(changes) as OfferField[]
    const before = Object.fromEntries(fields.map((field) => [field, values[field]]))
    if (fields.length > 0) {
      form.change(changes)
      setSteps([...steps, { before, after: changes }])
    }
    setSaid(
      <>
        <Plural value={count} one="# price changed." other="# prices changed." />
        {wrong.length > 0 && <> {sentence}</>}
      </>,
    )
  }
  return {
    said,
    canUndo: steps.length > 0,
    fill() {
      const result = fillEmpty({ lines, values }, lastPrices)
      run(
        result,
        <Trans>
          No earlier price in {values.currency}: {names(result.wrong)}.
        </Trans>,
      )
    },
    /** False for a single value, which the field takes itself. */
    paste(from: string, pasted: string): boolean {
      const result = pasteDown({ lines, values }, { from, pasted, reading: priceReading(values, locale) })
      if (!result) return false
      run(result, <Trans>Not a price: {names(result.wrong)}.</Trans>)
      const { left } = result
      if (left > 0)
        setSaid((sentence: ReactNode) => (
          <>
            {sentence}{' '}
            <Plural
              value={left}
              one="# pasted value has no line any more."
              other="# pasted values have no line any more."
            />
          </>
        ))
      return true
    },
    /** False where the text is no percentage. */
    changeBy(typed: string): boolean {
      const hundredths = readPercent(typed, locale)
      if (hundredths === undefined) return false
      const result = changeByPercent({ lines, values }, hundredths, priceReading(values, locale))
      run(result, <Trans>Not changed: {names(result.wrong)}.</Trans>)
      return true
    },
    /** Takes the last tool back; what was typed after it stays. */
    undo() {
      const step = steps.at(-1)
      if (!step) return
      // the keys are fields of the form
      const fields = (Object.keys(step.before) as OfferField[]).filter((field) => values[field] === step.after[field])
      form.change(Object.fromEntries(fields.map((field) => [field, step.before[field]])))
      setSteps(steps.slice(0, -1))
      const count = fields.length
      setSaid(<Plural value={count} one="# price is as before." other="# prices are as before." />)
    },
  }
}

function namesOf(lines: readonly AskedLine[], ids: readonly string[], locale: Locale): string {
  const named = ids.slice(0, namedProducts).map((id) => itemName(lines, id, locale))
  const rest = ids.length - named.length
  return rest > 0 ? `${named.join(', ')}, … (+${rest})` : named.join(', ')
}
