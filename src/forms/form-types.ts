import type { MessageDescriptor } from '@lingui/core'
import type { FormEvent } from 'react'
import type { BodySchema } from '../../contract/broken-rules.ts'
import type { BrokenRule } from '../../contract/fields.ts'
import type { ConnectionError, Refusal } from '../api/exchange.ts'

/** An error: the contract's rule, whose sentence all forms share, or a sentence of its own. */
export type FieldError = BrokenRule | MessageDescriptor

/** The errors of a form, each at the place of its value; a valid one is absent or undefined. */
export type Messages<V> = {
  [K in keyof V]?: V[K] extends string | boolean | number ? FieldError | undefined : Messages<V[K]> | undefined
}

/** `done`: the saved values go · `reset`: the fields also return to their initial values · `failed`: nothing changes. What is typed after the submit stays. */
export type Outcome = Refusal | 'done' | 'reset' | 'failed'

export interface SavedForm<V extends object> {
  /** the values are saved on the device under `form:NAME` */
  name: string
  /** id of the only user who gets the saved values on a shared device; they survive a logout */
  owner?: string
  /** the values of all fields in the order of the screen: texts, booleans, groups of them and lists of rows */
  initial: V
  /** values that are never saved on the device nor read from it: passwords, rights */
  secret?: readonly (keyof NoInfer<V>)[]
  /** values that are no fields, such as what the form started from */
  hidden?: readonly (keyof NoInfer<V>)[]
  /** lists whose rows come and go: each is changed as a whole (`field(name).set`), and saved as `fromSaved` returns it */
  grows?: readonly (keyof NoInfer<V>)[]
  /** brings what is saved into the shape of `initial`, such as rows of lines that have changed since */
  fromSaved?: (saved: Record<string, unknown>) => Record<string, unknown>
}

export interface FormOptions<V extends object> extends SavedForm<V> {
  /** the contract's schema of what is sent, whose rules are checked on the device as the server checks them */
  schema?: BodySchema
  /** what is sent, as `schema` has it; by default the values as they are */
  body?: (values: NoInfer<V>) => unknown
  /** what no schema has: numbers as people type them, rules across fields. Its errors go before those of `schema`. */
  check?: (values: NoInfer<V>) => Messages<NoInfer<V>>
  /** the server's refusal of the initial values */
  refusal?: Refusal
  /** how the contract's paths begin where they differ from the form's, such as `{ user_name: 'name' }` */
  paths?: Record<string, string>
  /** sends the values; calls `onSaved` as soon as they are saved elsewhere, so that they are not restored and sent again */
  submit: (values: NoInfer<V>, onSaved: () => void) => Promise<Outcome>
}

export interface Field<T> {
  id: string
  name: string
  value: T
  error: string | undefined
  set(value: T): void
}

export interface FormHandle<V extends object> {
  values: V
  busy: boolean
  failure: Refusal | ConnectionError | 'no-room' | undefined
  /** starts the ids of its controls; the rest is the field's path */
  id: string
  /** a field, one of a group (`field('about', 'fr')`), or one of a row (`field('lines', 2, 'price')`) */
  field<K extends keyof V>(name: K): Field<V[K]>
  field<K extends keyof V, I extends keyof V[K]>(name: K, at: I): Field<V[K][I]>
  field<K extends keyof V, I extends keyof V[K], C extends keyof V[K][I]>(name: K, at: I, cell: C): Field<V[K][I][C]>
  /** a field by its path, as in `Sent` */
  fieldAt(path: string): Field<unknown>
  isRestored: boolean
  /** whether another tab has typed into it too: the device saves only what was typed last */
  isElsewhere: boolean
  isTyped: boolean
  startAgain(): void
  change(values: Partial<V>): void
  /** discards the values for good, even if a running submit is refused later */
  giveUp(): void
  onSubmit(event: Pick<FormEvent, 'preventDefault'>): void
}
