import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConnectionError, type Refusal, type RefusedField } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useRefusedFieldText } from '../../i18n/use-refused-field-text.ts'
import { Notice } from '../notice.tsx'
import { RefusalReasons } from '../refusal-reasons.tsx'
import type { FormHandle, FormOptions } from './form-types.ts'
import { useSavedValues } from './use-saved-values.ts'

interface Refused {
  field: RefusedField
  /** the value that was refused: the message goes as soon as it changes */
  value: string
}

/**
 * The state of one form. All values are texts, a checkbox is `'true'` or empty. What is typed is saved on the device under
 * `form:NAME` until the form was accepted; what is `secret` never is. Errors are derived from the values while rendering,
 * so they follow both the typing and the language.
 */
export function useForm<N extends string>(options: FormOptions<N>): FormHandle<N> {
  const { initial, check, submit, paths = {} } = options
  const { i18n } = useLingui()
  const fieldText = useRefusedFieldText()
  const prefix = useId()
  const saved = useSavedValues(options)
  const [typed, setTyped] = useState<Partial<Record<N, string>>>({})
  const [checked, setChecked] = useState(false)
  // the keys of `initial` are the names of the form
  const names = Object.keys(initial) as N[]
  const [first] = useState(() => options.refusal && landing(options.refusal, { names, paths, values: initial }))
  const [refused, setRefused] = useState<Partial<Record<N, Refused>>>(first?.landed ?? {})
  const [failure, setFailure] = useState<Refusal | ConnectionError | undefined>(first?.rest)
  const [busy, setBusy] = useState(false)
  const [crash, setCrash] = useState<{ error: unknown }>()
  const underWay = useRef(false)
  const givenUp = useRef(false)
  // an unexpected error belongs to the error screen
  if (crash) throw crash.error

  const values: Record<N, string> = { ...initial, ...saved.found, ...typed }
  const id = (name: N) => `${prefix}${name}`

  function focusFirst(wrong: readonly N[]) {
    const first = names.find((name) => wrong.includes(name))
    if (first !== undefined) document.getElementById(id(first))?.focus()
  }

  function taken() {
    setTyped(values)
    saved.forget()
  }

  function refuse(refusal: Refusal) {
    // the form was given up meanwhile: its values must not come back
    if (givenUp.current) return
    saved.save(values)
    const { landed, rest } = landing(refusal, { names, paths, values })
    flushSync(() => {
      setBusy(false)
      setFailure(rest)
      setRefused(landed)
    })
    focusFirst(names.filter((name) => landed[name] !== undefined))
  }

  function accept(outcome: 'done' | 'reset') {
    saved.forget()
    if (outcome === 'done') return
    setTyped({})
    setChecked(false)
    setRefused({})
    setFailure(undefined)
  }

  async function send() {
    underWay.current = true
    setBusy(true)
    setFailure(undefined)
    setRefused({})
    try {
      const outcome = await submit(values, taken)
      if (typeof outcome === 'object') refuse(outcome)
      else if (outcome !== 'failed') accept(outcome)
    } catch (error) {
      if (error instanceof ConnectionError) setFailure(error)
      else setCrash({ error })
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return {
    values,
    busy,
    failure,
    id,
    error(name) {
      const message = checked ? check(values)[name] : undefined
      if (message) return i18n._(message)
      const answer = refused[name]
      return answer?.value === values[name] ? fieldText(answer.field) : undefined
    },
    set(name, value) {
      setTyped((before) => ({ ...before, [name]: value }))
      saved.save({ ...values, [name]: value })
    },
    change(changes) {
      setTyped((before) => ({ ...before, ...changes }))
      saved.save({ ...values, ...changes })
    },
    giveUp() {
      givenUp.current = true
      saved.forget()
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      if (underWay.current) return
      const errors = check(values)
      flushSync(() => setChecked(true))
      const wrong = names.filter((name) => errors[name] !== undefined)
      if (wrong.length > 0) focusFirst(wrong)
      else void send()
    },
  }
}

interface Landing<N extends string> {
  names: readonly N[]
  paths: Record<string, N>
  values: Record<N, string>
}

/** Where each part of a refusal belongs; what has no field here is left for the alert. */
function landing<N extends string>(refusal: Refusal, { names, paths, values }: Landing<N>) {
  const landed: Partial<Record<N, Refused>> = {}
  const homeless: Refusal['errors'] = []
  for (const field of refusal.errors) {
    const path = field.path.replace(/^\//, '')
    const name = paths[path] ?? names.find((candidate) => candidate === path)
    if (name !== undefined) landed[name] = { field, value: values[name] }
    else homeless.push(field)
  }
  return { landed, rest: { ...refusal, errors: homeless } }
}

interface FormProps<N extends string> extends Omit<HTMLChakraProps<'form'>, 'form' | 'onSubmit'> {
  form: FormHandle<N>
  /** the accessible name, where no heading beside the form says it */
  label?: string
}

/** The form element: the browser's own bubbles are off, since the messages at the fields say more and are translated. */
export function Form<N extends string>({ form, label, ...rest }: FormProps<N>) {
  return (
    <chakra.form
      display="grid"
      gap="4.5"
      {...rest}
      noValidate
      onSubmit={form.onSubmit}
      aria-label={label}
      aria-busy={form.busy}
    />
  )
}

/** Why the last try failed, said by the server or by the connection, in an alert that screen readers announce. */
export function FormFailure<N extends string>({ form }: { form: FormHandle<N> }) {
  const refusalText = useRefusalText()
  if (form.failure === undefined) return null
  if (!(form.failure instanceof ConnectionError)) {
    return (
      <Notice kind="error">
        <RefusalReasons refusal={form.failure} />
      </Notice>
    )
  }
  return (
    <Notice kind="error">
      <p>{refusalText(form.failure)}</p>
      <p>
        <Trans>This needs the server. What you typed stays here; try again when there is a connection.</Trans>
      </p>
    </Notice>
  )
}
