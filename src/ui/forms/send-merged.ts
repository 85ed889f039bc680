import type { Refusal, Reply } from '../../api/errors.ts'
import type { FormHandle } from './form-types.ts'

type Texts<N extends string> = Record<N, string>

interface Versions<N extends string> {
  /** the version that both people started from */
  start: Texts<N>
  yours: Texts<N>
  saved: Texts<N>
}

/** A three-way merge. `both` lists the fields in conflict, where `merged` has your value. */
export function mergeEdits<N extends string>({ start, yours, saved }: Versions<N>): { merged: Texts<N>; both: N[] } {
  // the keys of the record are the names
  const names = Object.keys(yours) as N[]
  const unchanged = names.filter((name) => yours[name] === start[name])
  const both = names.filter(
    (name) => !unchanged.includes(name) && saved[name] !== start[name] && saved[name] !== yours[name],
  )
  const theirs = Object.fromEntries(unchanged.map((name) => [name, saved[name]]))
  return { merged: { ...yours, ...theirs }, both }
}

interface Sending<T, N extends string> {
  /** what the form started from */
  start: T
  values: Texts<N>
  /** the form's values for a thing */
  valuesOf: (thing: T) => Texts<N>
  /** sends values based on `base`; refused with `edited-meanwhile` if the server has a newer version */
  send: (values: Texts<N>, base: T) => Promise<Reply<T>>
  fetchSaved: () => Promise<Reply<T>>
}

export type Sent<T, N extends string> =
  | { kind: 'saved'; body: T }
  | { kind: 'refused'; refusal: Refusal }
  /** `both`: the fields that both people changed differently */
  | { kind: 'conflict'; saved: T; merged: Texts<N>; both: N[] }

/** Each further try is for somebody else who saved in the meantime. */
const maxTries = 4

/**
 * Sends a form. If somebody else saved in the meantime, merges their changes and sends again; a field that both changed
 * is a conflict for the caller to resolve. Throws `ConnectionError`.
 */
export async function sendMerged<T, N extends string>(sending: Sending<T, N>): Promise<Sent<T, N>> {
  const { valuesOf, send, fetchSaved } = sending
  let { start, values } = sending
  for (let tries = 1; ; tries++) {
    const reply = await send(values, start)
    if (reply.ok) return { kind: 'saved', body: reply.body }
    const isOutdated = reply.refusal.code === 'edited-meanwhile' && tries < maxTries
    const newest = isOutdated ? await fetchSaved() : reply
    if (!newest.ok) return { kind: 'refused', refusal: newest.refusal }
    const saved = newest.body
    const { merged, both } = mergeEdits({ start: valuesOf(start), yours: values, saved: valuesOf(saved) })
    if (both.length > 0) return { kind: 'conflict', saved, merged, both }
    start = saved
    values = merged
  }
}

type Unsaved<T, N extends string> = Exclude<Sent<T, N>, { kind: 'saved' }>

interface Showing<T, N extends string> {
  form: Pick<FormHandle<N>, 'change'>
  /** fields that the merge leaves alone */
  own: readonly N[]
  onConflict: (conflict: Extract<Sent<T, N>, { kind: 'conflict' }>) => void
}

/** What a form's submit answers to an edit that was not saved. In a conflict, the form gets the merged values. */
export function showUnsaved<T, N extends string>(
  sent: Unsaved<T, N>,
  { form, own, onConflict }: Showing<T, N>,
): Refusal | 'failed' {
  if (sent.kind === 'refused') return sent.refusal
  const merged: Partial<Texts<N>> = { ...sent.merged }
  for (const name of own) delete merged[name]
  form.change(merged)
  onConflict(sent)
  return 'failed'
}
