import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Locale } from '../../../contract/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { itemName } from '../../parts/offers/thread-offers.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { type AskedLine, type OfferValues, readingOf } from './offer-values.ts'
import {
  changeByPercent,
  fillEmpty,
  type PriceChanges,
  pasteDown,
  readPercent,
  type ToolResult,
  withPrices,
} from './price-tools.ts'

/** So many products are named, the others are counted. */
const namedProducts = 4

interface PriceToolsOptions {
  form: FormHandle<OfferValues>
  lines: readonly AskedLine[]
  /** the text of the last price of each product in the form's currency, by its id */
  lastPrices: ReadonlyMap<string, string>
}

export type PriceTools = ReturnType<typeof usePriceTools>

/** The tools that price many lines at once, each of which can be undone; `said` is what the last one has done. */
export function usePriceTools({ form, lines, lastPrices }: PriceToolsOptions) {
  const locale = useLocale()
  const { values } = form
  const reading = readingOf(values, locale)
  // what each tool replaced and wrote, the last one at the end
  const [steps, setSteps] = useState<{ before: PriceChanges; after: PriceChanges }[]>([])
  const [said, setSaid] = useState<ReactNode>()
  const names = (ids: readonly string[]) => namesOf(lines, ids, locale)

  function run({ changes, count, wrong }: ToolResult, sentence: ReactNode) {
    if (changes.size > 0) {
      const before = new Map([...changes.keys()].map((at) => [at, values.lines[at]?.price ?? '']))
      form.change({ lines: withPrices(values.lines, changes) })
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
      const result = fillEmpty(values.lines, lastPrices)
      run(
        result,
        <Trans>
          No earlier price in {values.currency}: {names(result.wrong)}.
        </Trans>,
      )
    },
    /** False for a single value, which the field takes itself. */
    paste(from: number, pasted: string): boolean {
      const result = pasteDown(values, { from, pasted, reading })
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
      const result = changeByPercent(values.lines, hundredths, reading)
      run(result, <Trans>Not changed: {names(result.wrong)}.</Trans>)
      return true
    },
    /** Takes the last tool back; what was typed after it stays. */
    undo() {
      const step = steps.at(-1)
      if (!step) return
      const undone = [...step.before].filter(([at]) => values.lines[at]?.price === step.after.get(at))
      form.change({ lines: withPrices(values.lines, new Map(undone)) })
      setSteps(steps.slice(0, -1))
      const count = undone.length
      setSaid(<Plural value={count} one="# price is as before." other="# prices are as before." />)
    },
  }
}

function namesOf(lines: readonly AskedLine[], ids: readonly string[], locale: Locale): string {
  const named = ids.slice(0, namedProducts).map((id) => itemName(lines, id, locale))
  const rest = ids.length - named.length
  return rest > 0 ? `${named.join(', ')}, … (+${rest})` : named.join(', ')
}
