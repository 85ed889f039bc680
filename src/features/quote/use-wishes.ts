import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { incoterms, isDay } from '../../../contract/offer-terms.ts'
import type { Wishes } from '../../../contract/offers.ts'
import { wishesForm } from '../../db/wishes.ts'
import { useForm } from '../../ui/forms/form.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'

export type WishName = 'incoterm' | 'place' | 'neededBy' | 'currency' | 'note'
type WishValues = Record<WishName, string>
const initial: WishValues = { incoterm: '', place: '', neededBy: '', currency: '', note: '' }

/** What is wrong with a wish; it is said at the field, and the request goes without it. `today` as `2026-11-30`. */
export function checkWishes({ neededBy }: WishValues, today: string): Partial<Record<WishName, MessageDescriptor>> {
  if (neededBy === '') return {}
  if (!/^\d{4}-\d{2}-\d{2}$/.test(neededBy) || !isDay(neededBy))
    return { neededBy: msg`This is no day of the calendar. The request goes without it.` }
  return neededBy < today ? { neededBy: msg`This day is over. The request goes without it.` } : {}
}

/** What goes along with the request: what was typed and can be read. Undefined for nothing. */
export function wishesOf(values: WishValues, today: string): Wishes | undefined {
  const wrong = checkWishes(values, today)
  const { place, neededBy, currency, note } = values
  const incoterm = incoterms.find((each) => each === values.incoterm)
  const wishes: Wishes = {
    ...(incoterm && { incoterm }),
    ...(place.trim() && { place: place.trim() }),
    ...(neededBy && !wrong.neededBy && { neededBy }),
    ...(currency && { currency }),
    ...(note.trim() && { note: note.trim() }),
  }
  return Object.keys(wishes).length > 0 ? wishes : undefined
}

/** What the buyer would like the answer to say: saved as it is typed, wrong fields told at once, never in the way. */
export function useWishes(today: string): { form: FormHandle<WishName>; wishes: Wishes | undefined } {
  const { i18n } = useLingui()
  const form = useForm<WishName>({
    name: wishesForm,
    initial,
    check: () => ({}),
    // it goes with the request
    submit: async () => 'failed',
  })
  const wrong = checkWishes(form.values, today)
  const error = (name: WishName) => {
    const message = wrong[name]
    return message && i18n._(message)
  }
  return { form: { ...form, error }, wishes: wishesOf(form.values, today) }
}
