import { msg } from '@lingui/core/macro'
import { incoterms, isDay, type Wishes } from '../../../contract/offers.ts'
import type { Parties } from '../../../contract/papers/parties.ts'
import { wishesForm } from '../../data/cart/cart.ts'
import { useForm } from '../../parts/forms/form.tsx'
import { type PartyValues, partiesOf, partyValues } from '../../parts/forms/party-fields.tsx'
import type { FormHandle, Messages } from '../../ui/forms/form-types.ts'

const noWishes = { incoterm: '', place: '', neededBy: '', currency: '', note: '' }
type WishValues = typeof noWishes
/** The values of the review: wishes and parties. */
export interface ReviewValues extends WishValues, PartyValues {}

/** The errors of the wishes, for their fields. `today` is like `2026-11-30`. */
export function checkWishes({ neededBy }: WishValues, today: string): Messages<WishValues> {
  if (neededBy === '') return {}
  if (!isDay(neededBy)) return { neededBy: msg`Please enter a valid date, or leave this empty` }
  return neededBy < today
    ? { neededBy: msg`This day is over. Please choose today or a later day, or leave this empty.` }
    : {}
}

/** The wishes as they are sent with the request; undefined if there are none. */
export function wishesOf(values: WishValues): Wishes | undefined {
  const { place, neededBy, currency, note } = values
  const incoterm = incoterms.find((each) => each === values.incoterm)
  const wishes: Wishes = {
    ...(incoterm && { incoterm }),
    ...(place.trim() && { place: place.trim() }),
    ...(neededBy && { neededBy }),
    ...(currency && { currency }),
    ...(note.trim() && { note: note.trim() }),
  }
  return Object.keys(wishes).length > 0 ? wishes : undefined
}

/** The form of the wishes: saved as it is typed, with errors at once. */
export function useWishes(today: string): {
  form: FormHandle<ReviewValues>
  wishes: Wishes | undefined
  parties: Parties | undefined
} {
  const form = useForm<ReviewValues>({
    name: wishesForm,
    initial: { ...noWishes, ...partyValues({}) },
    check: (values) => checkWishes(values, today),
    isCheckedAtOnce: true,
    // the wishes are sent with the request
    submit: async () => 'failed',
  })
  const parties = partiesOf(form.values)
  return {
    form,
    wishes: wishesOf(form.values),
    parties: Object.keys(parties).length > 0 ? parties : undefined,
  }
}
