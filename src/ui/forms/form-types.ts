import type { MessageDescriptor } from '@lingui/core'
import type { FormEvent } from 'react'
import type { ConnectionError, Refusal } from '../../api/errors.ts'

/** What is wrong with each field; a field that is right is absent or undefined. */
export type FieldMessages<N extends string> = Partial<Record<N, MessageDescriptor | undefined>>

/**
 * What became of a form: a refusal of the server, or `done` (what was saved is removed), `reset` (the fields also go back to
 * their initial values), `failed` (it did not work and all stays as it is).
 */
export type Outcome = Refusal | 'done' | 'reset' | 'failed'

export interface FormOptions<N extends string> {
  /** under `form:NAME` the values are saved on the device */
  name: string
  /** id of the user who alone finds the values again, on a device that several use; they survive that user's logout */
  owner?: string
  /** the fields in the order of the screen, with the values they start from */
  initial: Record<N, string>
  /** fields that are never written to the device nor read from there: passwords, rights */
  secret?: readonly NoInfer<N>[]
  check: (values: Record<N, string>) => FieldMessages<N>
  /** what the server said of the values that the form starts from */
  refusal?: Refusal
  /** where the server's name of a field differs from the form's */
  paths?: Record<string, NoInfer<N>>
  /** sends the values; calls `taken` as soon as they are saved elsewhere, so that they are not found and sent again */
  submit: (values: Record<N, string>, taken: () => void) => Promise<Outcome>
}

/** What fields, button and failure notice need to know of their form. */
export interface FormHandle<N extends string> {
  values: Record<N, string>
  busy: boolean
  failure: Refusal | ConnectionError | undefined
  /** the id of a field's control */
  id(name: N): string
  /** the translated message at a field */
  error(name: N): string | undefined
  set(name: N, value: string): void
  /** sets several fields at once */
  change(values: Partial<Record<N, string>>): void
  /** discards what was typed, whatever a try under way still brings */
  giveUp(): void
  onSubmit(event: FormEvent): void
}
