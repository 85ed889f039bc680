import { Button, chakra, type HTMLChakraProps, Spinner, VisuallyHidden } from '@chakra-ui/react'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { invalidFields } from '../../contract/broken-rules.ts'
import { ConnectionError, type Refusal, type RefusedField, type Reply } from '../api/exchange.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { isQuota } from '../lib/caused-by.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { RefusalReasons } from '../ui/refusal-reasons.tsx'
import type { Field, FieldError, FormHandle, FormOptions, Messages, Outcome } from './form-types.ts'
import { pathsOf, typedAlso, valueAt, valuesAt, withValue } from './paths.ts'
import { useSavedValues } from './use-saved-values.ts'

interface Refused {
  field: RefusedField
  /** the refused value; the message disappears when it changes */
  value: unknown
}

type ByPath<T> = Record<string, T>

interface Names {
  paths: readonly string[]
  /** the beginnings of the contract's paths, and what the form calls them */
  serverPaths: Record<string, string>
}

/** The field that a path of the contract names: itself, the first one in a group or row, or the one whose part it is. */
function fieldOf([first = '', ...rest]: string[], { paths, serverPaths }: Names) {
  const start = serverPaths[first] ?? first
  const names = [...(start ? [start] : []), ...rest]
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length).join('/')
    const found = paths.find((each) => each === path || each.startsWith(`${path}/`))
    if (found !== undefined) return found
  }
  return undefined
}

/** The state of one form: values that are not `secret` are saved on the device until it is accepted, and errors are derived while rendering. */
export function useForm<V extends object>(options: FormOptions<V>): FormHandle<V> {
  const { initial, hidden = [], schema, body = (sent: V) => sent, submit, paths: serverPaths = {} } = options
  const check = options.check ?? (() => ({}))
  const { i18n } = useLingui()
  const fieldText = useRefusedFieldText()
  const prefix = useId()
  const saved = useSavedValues(options)
  const [typed, setTyped] = useState<ByPath<unknown>>({})
  // the same, for what runs across renders
  const latest = useRef(typed)
  const [checked, setChecked] = useState(false)
  const { found } = saved
  const values = useMemo(() => withValues({ ...initial, ...found }, typed), [initial, found, typed])
  const hiddenNames: readonly PropertyKey[] = hidden
  const leavesOf = (some: object) =>
    Object.entries(some).flatMap(([name, value]) => (hiddenNames.includes(name) ? [name] : pathsOf({ [name]: value })))
  const paths = leavesOf(values)
  const [atFirst] = useState(() => options.refusal && split(options.refusal, initial))
  const [refused, setRefused] = useState<ByPath<Refused>>(atFirst?.byPath ?? {})
  const [failure, setFailure] = useState<FormHandle<V>['failure']>(atFirst?.rest)
  const [busy, setBusy] = useState(false)
  const [crash, setCrash] = useState<{ error: unknown }>()
  const isSending = useRef(false)
  const isGivenUp = useRef(false)
  if (crash) throw crash.error

  /** The errors of fields in a refusal of some values, and the `rest` for the alert. */
  function split(refusal: Refusal, of: V) {
    const byPath: ByPath<Refused> = {}
    const others = refusal.errors.filter((field) => {
      const path = fieldOf(field.path.replace(/^\//, '').split('.'), { paths, serverPaths })
      if (path !== undefined) byPath[path] = { field, value: valueAt(of, path) }
      return path === undefined
    })
    return { byPath, rest: { ...refusal, errors: others } }
  }

  /** The errors of some values: by hand, and by the paths of the contract's rules. */
  function wrongOf(some: V) {
    const broken = schema ? invalidFields(schema, body(some)) : []
    const byRule: ByPath<FieldError> = {}
    const names = { paths: leavesOf(some), serverPaths }
    for (const { path, ...rule } of broken) {
      const field = fieldOf(path.split('.'), names)
      if (field !== undefined) byRule[field] ??= rule
    }
    const byHand: Messages<V> = check(some)
    return (path: string) => (valueAt(byHand, path) ?? byRule[path]) as FieldError | undefined
  }
  const errorOf = checked ? wrongOf(values) : () => undefined

  function focusFirst(isWrong: (path: string) => boolean) {
    const first = paths.find(isWrong)
    if (first !== undefined) document.getElementById(prefix + first)?.focus()
    return first !== undefined
  }

  function type(next: ByPath<unknown>) {
    latest.current = next
    setTyped(next)
  }

  function typeAlso(changes: ByPath<unknown>) {
    type(typedAlso(latest.current, changes))
    if (!isGivenUp.current) saved.save(withValues(values, latest.current))
  }

  function onSaved() {
    type({ ...Object.fromEntries(paths.map((path) => [path, valueAt(values, path)])), ...latest.current })
    saved.forget()
  }

  function refuse(refusal: Refusal) {
    // the values of a form given up meanwhile must not come back
    if (isGivenUp.current) return
    // also what was typed while it was being sent
    saved.save(withValues(values, latest.current))
    const { byPath, rest } = split(refusal, values)
    flushSync(() => {
      setBusy(false)
      setFailure(rest)
      setRefused(byPath)
    })
    focusFirst((path) => byPath[path] !== undefined)
  }

  function accept(outcome: 'done' | 'reset') {
    saved.forget()
    // only what was sent is cleared: the person may have typed on
    const later = Object.entries(latest.current).filter(([path, value]) => value !== valueAt(values, path))
    const rest = Object.fromEntries(later)
    // the other fields would come back as they were before
    if (later.length > 0 && !isGivenUp.current) saved.save(valuesAt(withValues(values, rest), Object.keys(rest)))
    if (outcome === 'reset') restart(rest)
  }

  function restart(rest: ByPath<unknown>) {
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

  function errorAt(path: string): string | undefined {
    const error = errorOf(path)
    if (error) return 'rule' in error ? fieldText(error) : i18n._(error)
    const answer = refused[path]
    return answer && answer.value === valueAt(values, path) ? fieldText(answer.field) : undefined
  }

  const fieldAt = (path: string): Field<unknown> => ({
    id: prefix + path,
    name: path,
    value: valueAt(values, path),
    error: errorAt(path),
    set: (value) => typeAlso({ [path]: value }),
  })

  return {
    values,
    isElsewhere: saved.isElsewhere,
    busy,
    failure,
    id: prefix,
    // its value has the type that the names have in the values
    field: (...names: PropertyKey[]) => fieldAt(names.join('/')) as Field<never>,
    fieldAt,
    change(changes) {
      const now = withValues(values, latest.current)
      const changed = leavesOf(changes).filter((path) => valueAt(changes, path) !== valueAt(now, path))
      typeAlso(Object.fromEntries(changed.map((path) => [path, valueAt(changes, path)])))
    },
    isRestored: pathsOf(found).some(
      (path) => paths.includes(path) && !hiddenNames.includes(path) && valueAt(found, path) !== valueAt(initial, path),
    ),
    isTyped: Object.keys({ ...found, ...typed }).length > 0,
    startAgain() {
      saved.forget()
      restart({})
    },
    giveUp() {
      isGivenUp.current = true
      saved.forget()
    },
    onSubmit(event) {
      event.preventDefault()
      if (isSending.current) return
      const wrong = wrongOf(values)
      flushSync(() => setChecked(true))
      if (!focusFirst((path) => wrong(path) !== undefined)) void send()
    },
  }
}

/** What a submit answers to a call: its refusal, or the `outcome` once the answer was taken. */
export async function outcomeOf<T>(call: Promise<Reply<T>>, take: (body: T) => unknown, outcome: Outcome = 'done') {
  const reply = await call
  if (!reply.ok) return reply.refusal
  await take(reply.body)
  return outcome
}

function withValues<V extends object>(values: V, changes: ByPath<unknown>): V {
  return Object.entries(changes).reduce((some, [path, value]) => withValue(some, path, value), values)
}

interface FormProps extends Omit<HTMLChakraProps<'form'>, 'form' | 'onSubmit'> {
  form: Pick<FormHandle<object>, 'busy' | 'onSubmit'> & Partial<Pick<FormHandle<object>, 'isElsewhere' | 'failure'>>
  label?: string
  /** the button at its end, below what the server refused; without it, the form has both in places of its own */
  submit?: ReactNode
}

/** The form element, without the browser's validation: the messages at the fields say more and are translated. */
export function Form({ form, label, submit, children, ...rest }: FormProps) {
  return (
    <chakra.form
      display="grid"
      gap="4.5"
      {...rest}
      noValidate
      onSubmit={form.onSubmit}
      aria-label={label}
      aria-busy={form.busy}
    >
      {children}
      {submit && (
        <>
          <FormFailure form={form} />
          <SubmitButton form={form}>{submit}</SubmitButton>
        </>
      )}
      {form.isElsewhere && (
        <p role="status">
          <Trans>Another tab has typed into this form too. The device saves what was typed last.</Trans>
        </p>
      )}
    </chakra.form>
  )
}

export function FormFailure({ form }: { form: Partial<Pick<FormHandle<object>, 'failure'>> }) {
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

interface SubmitButtonProps {
  form: Pick<FormHandle<object>, 'busy'>
  /** what is sent, for screen readers: where a screen has several forms, their buttons do not sound alike */
  of?: string
  /** `outline` where the screen's one action is another */
  variant?: 'solid' | 'outline'
  children: ReactNode
}

/** The submit button. While the form is busy it does nothing, but stays focusable: `disabled` would lose the focus. */
export function SubmitButton({ form, of, variant = 'solid', children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant={variant}
      justifySelf={{ sm: 'start' }}
      minWidth={{ sm: '11rem' }}
      aria-disabled={form.busy}
      onClick={(event) => {
        if (form.busy) event.preventDefault()
      }}
    >
      {children}
      {of && <VisuallyHidden> {of}</VisuallyHidden>}
      {form.busy && <Spinner size="inherit" aria-hidden="true" />}
    </Button>
  )
}

interface TypedBeforeProps {
  form: Pick<FormHandle<object>, 'isRestored' | 'startAgain' | 'fieldAt'>
  first: string
}

export function TypedBefore({ form, first }: TypedBeforeProps) {
  if (!form.isRestored) return null
  const discard = () => {
    flushSync(form.startAgain)
    document.getElementById(form.fieldAt(first).id)?.focus()
  }
  return (
    <Notice>
      <p>
        <Trans>This is what you typed before. It was not sent.</Trans>
      </p>
      <Button onClick={discard}>
        <Trans>Discard what you typed</Trans>
      </Button>
    </Notice>
  )
}
