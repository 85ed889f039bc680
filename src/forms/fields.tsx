import {
  Box,
  Field as ChakraField,
  Fieldset,
  Flex,
  IconButton,
  Input,
  InputGroup,
  NativeSelect,
  Text,
  Textarea,
} from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Icon } from '../ui/icon.tsx'
import type { Field } from './form-types.ts'

/** The error of a field. Unlike Chakra's it is always rendered, so that screen readers announce a new text. */
export function Message({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Box
      id={id}
      aria-live="polite"
      color="fg.error"
      fontSize="0.9375rem"
      fontWeight="medium"
      lineHeight="1.45"
      whiteSpace="normal"
      _empty={{ display: 'none' }}
    >
      {children}
    </Box>
  )
}

interface GroupProps {
  legend: ReactNode
  isPart?: boolean
  children: ReactNode
}

const part = { pb: '3', fontFamily: 'heading', fontSize: 'xl', lineHeight: '1.3' } as const

export function Group({ legend, isPart = false, children }: GroupProps) {
  return (
    <Fieldset.Root display="grid" gap={isPart ? '4.5' : '3'} minWidth="0" margin="0" padding="0">
      <Fieldset.Legend padding="0" pb="2" fontWeight="semibold" {...(isPart && part)}>
        {legend}
      </Fieldset.Legend>
      {children}
    </Fieldset.Root>
  )
}

/** A short control with its label beside it, or above it on a phone, for the choices of a list. */
export function BesideLabel({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ sm: 'wrap' }}
      align={{ base: 'flex-start', sm: 'center' }}
      columnGap="2"
    >
      <Text asChild color="fg.muted">
        <label htmlFor={id}>{label}</label>
      </Text>
      {children(id)}
    </Flex>
  )
}

export interface FieldProps<T = string> {
  field: Field<T>
  label: string
  hint?: string
  required?: boolean
}

export function controlProps({ field, hint }: Pick<FieldProps<unknown>, 'field' | 'hint'>) {
  const described = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean).join(' ')
  return { name: field.name, 'aria-describedby': described || undefined }
}

export function FieldFrame(props: FieldProps<unknown> & { children: ReactNode }) {
  const { field, label, required = false, children } = props
  return (
    <ChakraField.Root id={field.id} invalid={field.error !== undefined} required={required}>
      <ChakraField.Label>{label}</ChakraField.Label>
      <FieldHint {...props} />
      {children}
      <Message id={`${field.id}-error`}>{field.error}</Message>
    </ChakraField.Root>
  )
}

export function FieldHint({ field, hint }: Pick<FieldProps<unknown>, 'field' | 'hint'>) {
  if (!hint) return null
  return <ChakraField.HelperText id={`${field.id}-hint`}>{hint}</ChakraField.HelperText>
}

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'value' | 'onChange'>

export function TextField(props: TextFieldProps) {
  const { field, label: _, hint: __, required: ___, type = 'text', ...input } = props
  return (
    <FieldFrame {...props}>
      <Input
        {...controlProps(props)}
        value={field.value}
        {...{ type, ...input }}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}

/** A number as people type it, also with a comma. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" autoComplete="off" {...props} />
}

type TextAreaFieldProps = FieldProps & { rows?: number; maxLength?: number }

export function TextAreaField(props: TextAreaFieldProps) {
  const { field, rows = 5, maxLength } = props
  return (
    <FieldFrame {...props}>
      <Textarea
        {...controlProps(props)}
        value={field.value}
        {...{ rows, maxLength }}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}

type EmailFieldProps = Omit<FieldProps, 'label'> & { autoComplete?: 'email' | 'username' | 'off' }

export function EmailField({ autoComplete = 'email', ...props }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      {...props}
      label={t({ message: 'Email', comment: 'label of a field' })}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      maxLength={limits.emailLength}
    />
  )
}

type PasswordFieldProps = FieldProps & { autoComplete?: 'current-password' | 'new-password' }

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const { field, label, autoComplete = 'current-password' } = props
  return (
    <FieldFrame {...props}>
      <InputGroup
        endElementProps={{ px: '0' }}
        endElement={
          <IconButton
            variant="ghost"
            aria-label={`${shown ? t`Hide what is typed` : t`Show what is typed`}, ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </IconButton>
        }
      >
        <Input
          {...controlProps(props)}
          value={field.value}
          autoComplete={autoComplete}
          maxLength={limits.passwordMax}
          pe="12"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => field.set(event.target.value)}
        />
      </InputGroup>
    </FieldFrame>
  )
}

interface SelectProps<V extends string | number>
  extends Omit<NativeSelect.FieldProps, 'onChange' | 'value' | 'children'> {
  value: V
  options: readonly { value: V; label: ReactNode }[]
  /** the first choice, whose value is empty */
  none?: string | undefined
  onValue: (value: V) => void
}

export function Select<V extends string | number>({ options, none, onValue, maxWidth, ...field }: SelectProps<V>) {
  // its type has the empty value
  const all = none === undefined ? options : [{ value: '' as V, label: none }, ...options]
  return (
    <NativeSelect.Root maxWidth={maxWidth}>
      <NativeSelect.Field
        {...field}
        // as wide as its place: the browser measures no option, of which there are hundreds
        contain={maxWidth ? undefined : 'size'}
        onChange={({ target }) => {
          const chosen = all[target.selectedIndex]
          if (chosen) onValue(chosen.value)
        }}
      >
        {all.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

/** A select outside a form, with its label beside it. Its longest option is shown whole. */
export function LabelledSelect<V extends string | number>({ label, ...select }: SelectProps<V> & { label: string }) {
  return <BesideLabel label={label}>{(id) => <Select id={id} maxWidth="max-content" {...select} />}</BesideLabel>
}

type SelectFieldProps = FieldProps & Pick<SelectProps<string>, 'options' | 'none'>

export function SelectField(props: SelectFieldProps) {
  const { field, options, none } = props
  return (
    <FieldFrame {...props}>
      <Select {...controlProps(props)} value={field.value} {...{ options, none }} onValue={field.set} />
    </FieldFrame>
  )
}
