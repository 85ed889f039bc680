import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConnectionError, type Refusal, type RefusedField } from '../../api/errors.ts'
import { isQuota } from '../../data/with-db.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useRefusedFieldText } from '../../i18n/use-refused-field-text.ts'
import { Notice } from '../feedback/notice.tsx'
import { RefusalReasons } from '../feedback/refusal-reasons.tsx'
import type { FormHandle, FormOptions } from './form-types.ts'
import { useSavedValues } from './use-saved-values.ts'

interface Refused {
  field: RefusedField
  /** the refused value; the message disappears when it changes */
  value: string
}

/**
 * The state of one form. All values are strings; a checkbox is `'true'` or empty. Values that are not `secret` are saved on
 * the device until the form is accepted, and errors are derived from the values while rendering.
 */
export function useForm<N extends string>(options: FormOptions<N>): FormHandle<N> {
  const { initial, check, submit, paths = {} } = options
  const { i18n } = useLingui()
  const fieldText = useRefusedFieldText()
  const prefix = useId()
  const saved = useSavedValues(options)
  const [typed, setTyped] = useState<Partial<Record<N, string>>>({})
  // the same, for what runs across renders
  const latest = useRef(typed)
  const [checked, setChecked] = useState(false)
  // the keys of `initial` are the names of the form
  const names = Object.keys(initial) as N[]
  const [atFirst] = useState(() => options.refusal && splitRefusal(options.refusal, { names, paths, values: initial }))
  const [refused, setRefused] = useState<Partial<Record<N, Refused>>>(atFirst?.byField ?? {})
  const [failure, setFailure] = useState<FormHandle<N>['failure']>(atFirst?.rest)
  const [busy, setBusy] = useState(false)
  const [crash, setCrash] = useState<{ error: unknown }>()
  const isSending = useRef(false)
  const isGivenUp = useRef(false)
  // the error screen shows unexpected errors
  if (crash) throw crash.error

  const values: Record<N, string> = { ...initial, ...saved.found, ...typed }
  const id = (name: N) => `${prefix}${name}`

  function focusFirst(wrong: readonly N[]) {
    const first = names.find((name) => wrong.includes(name))
    if (first !== undefined) document.getElementById(id(first))?.focus()
  }

  function type(next: Partial<Record<N, string>>) {
    latest.current = next
    setTyped(next)
  }

  function change(changes: Partial<Record<N, string>>) {
    type({ ...latest.current, ...changes })
    saved.save({ ...values, ...latest.current })
  }

  function onSaved() {
    type({ ...values, ...latest.current })
    saved.forget()
  }

  function refuse(refusal: Refusal) {
    // the values of a form given up meanwhile must not come back
    if (isGivenUp.current) return
    saved.save(values)
    const { byField, rest } = splitRefusal(refusal, { names, paths, values })
    flushSync(() => {
      setBusy(false)
      setFailure(rest)
      setRefused(byField)
    })
    focusFirst(names.filter((name) => byField[name] !== undefined))
  }

  function accept(outcome: 'done' | 'reset') {
    saved.forget()
    // only what was sent is cleared: the person may have typed on
    const later = names.filter((name) => (latest.current[name] ?? values[name]) !== values[name])
    // the keys are names of the form
    const rest = Object.fromEntries(later.map((name) => [name, latest.current[name]])) as Partial<Record<N, string>>
    if (later.length > 0 && !isGivenUp.current) saved.save({ ...initial, ...rest })
    if (outcome === 'done') return
    type(rest)
    setChecked(false)
    setRefused({})
    setFailure(undefined)
  }

  async function send() {
    isSending.current = true
    setBusy(true)
    setFailure(undefined)
    setRefused({})
    try {
      const outcome = await submit(values, onSaved)
      if (typeof outcome === 'object') refuse(outcome)
      else if (outcome !== 'failed') accept(outcome)
    } catch (error) {
      if (error instanceof ConnectionError) setFailure(error)
      else if (isQuota(error)) setFailure('no-room')
      else setCrash({ error })
    } finally {
      isSending.current = false
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
      // the key is a name of the form
      change({ [name]: value } as Partial<Record<N, string>>)
    },
    change,
    restored: saved.found,
    isTyped: Object.keys({ ...saved.found, ...typed }).length > 0,
    startAgain() {
      saved.forget()
      type({})
      setChecked(false)
      setRefused({})
      setFailure(undefined)
    },
    giveUp() {
      isGivenUp.current = true
      saved.forget()
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      if (isSending.current) return
      const errors = check(values)
      flushSync(() => setChecked(true))
      const wrong = names.filter((name) => errors[name] !== undefined)
      if (wrong.length > 0) focusFirst(wrong)
      else void send()
    },
  }
}

interface Fields<N extends string> {
  names: readonly N[]
  paths: Record<string, N>
  values: Record<N, string>
}

/** Splits a refusal into the errors of fields, and the `rest` for the alert. */
function splitRefusal<N extends string>(refusal: Refusal, { names, paths, values }: Fields<N>) {
  const byField: Partial<Record<N, Refused>> = {}
  const others: Refusal['errors'] = []
  for (const field of refusal.errors) {
    const path = field.path.replace(/^\//, '')
    const name = paths[path] ?? names.find((candidate) => candidate === path)
    if (name !== undefined) byField[name] = { field, value: values[name] }
    else others.push(field)
  }
  return { byField, rest: { ...refusal, errors: others } }
}

interface FormProps<N extends string> extends Omit<HTMLChakraProps<'form'>, 'form' | 'onSubmit'> {
  form: FormHandle<N>
  /** the accessible name of a form without a heading */
  label?: string
}

/** The form element, without the browser's validation: the messages at the fields say more and are translated. */
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

/** Why the last attempt failed, in an alert that screen readers announce. */
export function FormFailure<N extends string>({ form }: { form: FormHandle<N> }) {
  const refusalText = useRefusalText()
  if (form.failure === undefined) return null
  return (
    <Notice kind="error">
      {form.failure === 'no-room' ? (
        <p>
          <Trans>
            This could not be saved: the device has no room for it. What you typed is still here; keep this page open
            and try again.
          </Trans>
        </p>
      ) : form.failure instanceof ConnectionError ? (
        <>
          <p>{refusalText(form.failure)}</p>
          <p>
            <Trans>This needs the server. What you typed stays here; try again when there is a connection.</Trans>
          </p>
        </>
      ) : (
        <RefusalReasons refusal={form.failure} />
      )}
    </Notice>
  )
}
