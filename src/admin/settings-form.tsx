import { Button } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BodySchema, ShapeOf } from '../../contract/broken-rules.ts'
import { type Reply, readShape } from '../api/exchange.ts'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { toast } from '../ui/feedback/toaster.tsx'

interface SettingsFormProps<T extends { version: number }, F extends object, B> {
  name: string
  /** what is changed. Later versions do not replace what the form began with: they are merged when it is saved. */
  start: T
  /** of what the draft keeps of it */
  shape: ShapeOf<T>
  valuesOf: (settings: T) => F
  schema?: BodySchema
  /** what is sent, of the version that the form began with */
  body: (values: F, version: number) => B
  send: (body: B) => Promise<Reply<T>>
  fetchSaved: () => Promise<Reply<T>>
  onSaved: (saved: T) => unknown
  message: string
  title?: string
  label: (path: string) => string
  show?: (path: string, value: unknown) => ReactNode
  busy?: boolean
  /** puts the form into its place on the screen */
  frame?: (form: ReactNode, values: F) => ReactNode
  children: (form: FormHandle<F>) => ReactNode
}

/** A part of the settings that several administrators may change at the same time. */
export function SettingsForm<T extends { version: number }, F extends object, B>(props: SettingsFormProps<T, F, B>) {
  const [{ start, times }, setState] = useState({ start: props.start, times: 0 })
  const place = useRef<HTMLDivElement>(null)
  const restart = (newest: T, focus: string) => {
    const hadFocus = place.current?.contains(document.activeElement)
    flushSync(() => setState({ start: newest, times: times + 1 }))
    // the pressed button has left with the form before
    const controls = [...(place.current?.querySelectorAll<HTMLElement>(focus) ?? [])]
    if (hadFocus) controls.find((control) => !control.closest('[hidden]'))?.focus()
  }
  return (
    <div ref={place}>
      <StartedForm key={times} {...props} start={start} onRestart={restart} />
    </div>
  )
}

type StartedFormProps<T extends { version: number }, F extends object, B> = SettingsFormProps<T, F, B> & {
  /** begins again with other settings. `focus`: a selector. */
  onRestart: (newest: T, focus: string) => void
}

function StartedForm<T extends { version: number }, F extends object, B>(props: StartedFormProps<T, F, B>) {
  const { name, start, shape, valuesOf, schema, body, send, fetchSaved, title, label, busy = false } = props
  const { show = (_, value) => String(value) || '–', frame = (form) => form, onRestart } = props
  const { t } = useLingui()
  const [conflict, setConflict] = useState<Conflict<T>>()
  const form: FormHandle<F & { start: T }> = useForm<F & { start: T }>({
    name,
    initial: { ...valuesOf(start), start: readShape(shape, start) ?? start },
    hidden: ['start'],
    fromSaved: (saved) => ({ ...saved, start: readShape(shape, saved.start) }),
    schema,
    body: ({ start: { version }, ...values }) => body(values as F, version),
    submit: async (values, taken) => {
      const sent = await sendMerged({
        // a draft from an earlier visit began with an older version
        start: conflict?.saved ?? values.start,
        values,
        valuesOf,
        send: ({ start: _, ...merged }: F & { start: T }, { version }: T) => send(body(merged as F, version)),
        fetchSaved,
      })
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      taken()
      // a device without room: the server has it all the same
      await Promise.resolve(props.onSaved(sent.body)).catch(() => undefined)
      toast({ title: props.message, kind: 'success' })
      onRestart(sent.body, 'button[type=submit]')
      return 'done'
    },
  })
  const discard = async () => {
    form.giveUp()
    const reply = await fetchSaved().catch(() => undefined)
    onRestart(reply?.ok ? reply.body : start, 'input, textarea')
  }
  return frame(
    <Form form={form} label={title} gap={title ? undefined : '8'}>
      {props.children(form)}
      <FormFailure form={form} />
      {conflict && (
        <EditConflict
          key={conflict.saved.version}
          form={form}
          both={conflict.both}
          saved={valuesOf(conflict.saved)}
          label={label}
          show={show}
        />
      )}
      <ButtonRow>
        <SubmitButton form={{ busy: form.busy || busy }} of={title}>{t`Save`}</SubmitButton>
        {form.isTyped && (
          // what is being sent cannot be taken back
          <Button variant="outline" aria-disabled={form.busy} onClick={() => form.busy || void discard()}>
            {t`Discard changes`}
          </Button>
        )}
      </ButtonRow>
    </Form>,
    form.values,
  )
}
