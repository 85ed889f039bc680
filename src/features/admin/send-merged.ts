import type { Refusal, Reply } from '../../api/errors.ts'

type Texts<N extends string> = Record<N, string>

interface Sides<N extends string> {
  /** what both began with */
  start: Texts<N>
  yours: Texts<N>
  saved: Texts<N>
}

/** Two edits of one thing: `merged` has what one of them changed, and yours at the fields that `both` changed differently. */
export function findChanges<N extends string>({ start, yours, saved }: Sides<N>): { merged: Texts<N>; both: N[] } {
  // the keys of the record are its names
  const names = Object.keys(yours) as N[]
  const taken = names.filter((name) => yours[name] === start[name])
  const both = names.filter(
    (name) => !taken.includes(name) && saved[name] !== start[name] && saved[name] !== yours[name],
  )
  const theirs = Object.fromEntries(taken.map((name) => [name, saved[name]]))
  return { merged: { ...yours, ...theirs }, both }
}

interface Sending<T, N extends string> {
  /** what the form began with */
  start: T
  values: Texts<N>
  /** as the form shows a thing */
  valuesOf: (thing: T) => Texts<N>
  /** sends values that were made of `known`; refused with `edited-meanwhile` where that is no longer what is saved */
  send: (values: Texts<N>, known: T) => Promise<Reply<T>>
  fetchSaved: () => Promise<Reply<T>>
}

export type Sent<T, N extends string> =
  | { kind: 'saved'; body: T }
  | { kind: 'refused'; refusal: Refusal }
  /** both have changed these fields, differently */
  | { kind: 'conflict'; saved: T; merged: Texts<N>; both: N[] }

/** So many others may come first, one after the other. */
const mostTries = 4

/**
 * Sends a form over what somebody else saved meanwhile: their other fields are taken, and a field that both changed is
 * for the caller to choose. Throws `ConnectionError` when no answer came.
 */
export async function sendMerged<T, N extends string>(sending: Sending<T, N>): Promise<Sent<T, N>> {
  const { valuesOf, send, fetchSaved } = sending
  let { start, values } = sending
  for (let tries = 1; ; tries++) {
    const reply = await send(values, start)
    if (reply.ok) return { kind: 'saved', body: reply.body }
    const isLate = reply.refusal.code === 'edited-meanwhile' && tries < mostTries
    const newest = isLate ? await fetchSaved() : reply
    if (!newest.ok) return { kind: 'refused', refusal: newest.refusal }
    const saved = newest.body
    const { merged, both } = findChanges({ start: valuesOf(start), yours: values, saved: valuesOf(saved) })
    if (both.length > 0) return { kind: 'conflict', saved, merged, both }
    start = saved
    values = merged
  }
}
