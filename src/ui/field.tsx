import type { InputHTMLAttributes, ReactNode } from 'react'
import type { FormHandle } from './form-types.ts'

export interface FieldProps<N extends string> {
  form: FormHandle<N>
  name: N
  label: string
  /** a quiet sentence below the label that helps before anything went wrong */
  hint?: string
  required?: boolean
}

interface FrameProps<N extends string> extends FieldProps<N> {
  children: ReactNode
}

/** The attributes that tie a control to its label, hint and message. */
function controlProps<N extends string>({ form, name, hint, required }: FieldProps<N>) {
  const id = form.id(name)
  const message = form.error(name)
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    className: 'control',
    value: form.values[name],
    'aria-invalid': message !== undefined,
    'aria-describedby': described || undefined,
    'aria-required': required,
  } as const
}

/** Label above, message below. The place of the message is always there, so that its arrival is announced. */
function FieldFrame<N extends string>({ form, name, label, hint, children }: FrameProps<N>) {
  const id = form.id(name)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError form={form} name={name} />
    </div>
  )
}

export function FieldError<N extends string>({ form, name }: Pick<FieldProps<N>, 'form' | 'name'>) {
  return (
    <p className="field-error" id={`${form.id(name)}-error`} aria-live="polite">
      {form.error(name)}
    </p>
  )
}

type TextFieldProps<N extends string> = FieldProps<N> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize'>

/** One line of text. `maxLength` announces the server's bound by stopping there. */
export function TextField<N extends string>(props: TextFieldProps<N>) {
  const { form, name, type = 'text', autoComplete, inputMode, maxLength, autoCapitalize } = props
  return (
    <FieldFrame {...props}>
      <input
        {...controlProps(props)}
        {...{ type, autoComplete, inputMode, maxLength, autoCapitalize }}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </FieldFrame>
  )
}

type TextAreaFieldProps<N extends string> = FieldProps<N> & { rows?: number; maxLength?: number }

export function TextAreaField<N extends string>(props: TextAreaFieldProps<N>) {
  const { form, name, rows = 5, maxLength } = props
  return (
    <FieldFrame {...props}>
      <textarea
        {...controlProps(props)}
        {...{ rows, maxLength }}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </FieldFrame>
  )
}

type SelectFieldProps<N extends string> = FieldProps<N> & { options: readonly { value: string; label: string }[] }

export function SelectField<N extends string>(props: SelectFieldProps<N>) {
  const { form, name, options } = props
  return (
    <FieldFrame {...props}>
      <select {...controlProps(props)} onChange={(event) => form.set(name, event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** A tick: `'true'` or empty. The label is part of the 44 px target. */
export function CheckboxField<N extends string>(props: FieldProps<N>) {
  const { form, name, label, hint } = props
  const { value, className, 'aria-required': _required, ...control } = controlProps(props)
  return (
    <div className="field">
      <label className="field-tick">
        <input
          {...control}
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => form.set(name, event.target.checked ? 'true' : '')}
        />
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${form.id(name)}-hint`}>
          {hint}
        </p>
      )}
      <FieldError form={form} name={name} />
    </div>
  )
}
