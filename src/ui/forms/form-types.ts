import type { MessageDescriptor } from '@lingui/core'
import type { FormEvent } from 'react'
import type { ConnectionError, Refusal } from '../../api/errors.ts'

/** The error of each field; a valid field is absent or undefined. */
export type FieldMessages<N extends string> = Partial<Record<N, MessageDescriptor | undefined>>

/**
 * The result of a submit: a refusal of the server, `done` (the saved values are removed), `reset` (the fields also return to
 * their initial values) or `failed` (nothing changes). What was typed after the submit stays.
 */
export type Outcome = Refusal | 'done' | 'reset' | 'failed'

export interface FormOptions<N extends string> {
  /** the values are saved on the device under `form:NAME` */
  name: string
  /** id of the only user who gets the saved values on a shared device; they survive a logout */
  owner?: string
  /** the fields in the order of the screen, with their initial values */
  initial: Record<N, string>
  /** fields that are never saved on the device nor read from it: passwords, rights */
  secret?: readonly NoInfer<N>[]
  check: (values: Record<N, string>) => FieldMessages<N>
  /** the server's refusal of the initial values */
  refusal?: Refusal
  /** the server's names of fields, where they differ from the form's */
  paths?: Record<string, NoInfer<N>>
  /** sends the values; calls `onSaved` as soon as they are saved elsewhere, so that they are not restored and sent again */
  submit: (values: Record<N, string>, onSaved: () => void) => Promise<Outcome>
}

/** What fields, button and failure notice use of their form. */
export interface FormHandle<N extends string> {
  values: Record<N, string>
  busy: boolean
  failure: Refusal | ConnectionError | 'no-room' | undefined
  /** the id of a field's control */
  id(name: N): string
  /** the translated message at a field */
  error(name: N): string | undefined
  set(name: N, value: string): void
  /** the values of an earlier visit, with which the form opened */
  restored: Partial<Record<N, string>>
  /** whether anything was typed, now or at an earlier visit */
  isTyped: boolean
  /** discards what was typed, and returns to the initial values */
  startAgain(): void
  /** sets several fields at once */
  change(values: Partial<Record<N, string>>): void
  /** discards the values for good, even if a running submit is refused later */
  giveUp(): void
  onSubmit(event: FormEvent): void
}
