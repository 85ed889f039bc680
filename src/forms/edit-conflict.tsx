import { chakra, Fieldset, Grid, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import type { Refusal, Reply } from '../api/exchange.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { TickInput } from './checkbox-fields.tsx'
import type { FormHandle } from './form-types.ts'
import { pathsOf, valueAt, valuesAt, withValue } from './paths.ts'

/** The values of a form that another person's edit can change, and those beside them. */
interface Versions<F extends object, V extends F> {
  start: F
  yours: V
  saved: F
}

/** A three-way merge. `both` has the paths of the fields in conflict, where `merged` has your value. */
export function mergeEdits<F extends object, V extends F>({ start, yours, saved }: Versions<F, V>) {
  const both: string[] = []
  let merged = yours
  for (const path of pathsOf(start)) {
    const [before, own, theirs] = [start, yours, saved].map((values) => valueAt(values, path))
    if (own === before) merged = withValue(merged, path, theirs)
    else if (theirs !== before && theirs !== own) both.push(path)
  }
  return { merged, both }
}

interface Sending<T, F extends object, V extends F> {
  start: T
  values: V
  valuesOf: (thing: T) => F
  /** sends values based on `base`; refused with `edited-meanwhile` if the server has a newer version */
  send: (values: V, base: T) => Promise<Reply<T>>
  fetchSaved: () => Promise<Reply<T>>
}

export interface Conflict<T> {
  saved: T
  both: string[]
}

export type Sent<T, V> =
  | { kind: 'saved'; body: T }
  | { kind: 'refused'; refusal: Refusal }
  | ({ kind: 'conflict'; merged: V } & Conflict<T>)

/** Each further try is for somebody else who saved in the meantime. */
const maxTries = 4

/** Sends a form, and again merged with what somebody else has saved meanwhile, unless both changed a field. Throws `ConnectionError`. */
export async function sendMerged<T, F extends object, V extends F>(sending: Sending<T, F, V>): Promise<Sent<T, V>> {
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

interface Showing<T, V extends object> {
  values: V
  form: Pick<FormHandle<V>, 'change'>
  onConflict: (conflict: Conflict<T>) => void
}

/** What a form's submit answers to an edit that was not saved. In a conflict, the form gets what the other person has changed. */
export function showUnsaved<T, V extends object>(
  sent: Exclude<Sent<T, V>, { kind: 'saved' }>,
  { form, values, onConflict }: Showing<T, V>,
): Refusal | 'failed' {
  if (sent.kind === 'refused') return sent.refusal
  const { merged } = sent
  const theirs = pathsOf(merged).filter((path) => valueAt(merged, path) !== valueAt(values, path))
  // what was typed into other fields meanwhile stays
  form.change(valuesAt(merged, theirs))
  onConflict(sent)
  return 'failed'
}

interface EditConflictProps<V extends object> {
  form: Pick<FormHandle<V>, 'values' | 'fieldAt'>
  both: readonly string[]
  saved: Partial<V>
  label: (path: string) => string
  show: (path: string, value: unknown) => ReactNode
}

// outside the component: a new ref callback in each render would take the focus again
const focusOnMount = (node: HTMLElement | null) => node?.focus()

/** Lets the reader choose between the two values of each field in conflict. Its state starts from the form's values: each conflict needs its own `key`. */
export function EditConflict<V extends object>({ form, both, saved, label, show }: EditConflictProps<V>) {
  const group = useId()
  const [yours, setYours] = useState(form.values)
  return (
    <chakra.div ref={focusOnMount} tabIndex={-1} minWidth="0">
      <Notice kind="warning">
        <p>
          <Trans>
            Somebody else has saved this meanwhile. What only they changed is in the form now. Choose where both of you
            changed a field, then save again.
          </Trans>
        </p>
        {both.map((path) => {
          const field = form.fieldAt(path)
          const [own, theirs] = [valueAt(yours, path), valueAt(saved, path)]
          const isSaved = field.value === theirs
          const chooseSaved = () => {
            // the value may have been edited since the conflict
            setYours((before) => withValue(before, path, field.value))
            field.set(theirs)
          }
          return (
            <Fieldset.Root key={path} width="full" minWidth="0" marginX="0" marginTop="4" padding="0">
              <Fieldset.Legend pb="1" fontWeight="semibold">
                {label(path)}
              </Fieldset.Legend>
              <SimpleGrid columns={{ base: 1, md: 2 }} gap="2" width="full">
                <Choice
                  group={`${group}${path}`}
                  title={<Trans comment="of two values of a field: what the reader typed">Your value</Trans>}
                  isChosen={!isSaved}
                  onChoose={() => field.set(own)}
                >
                  {show(path, isSaved ? own : field.value)}
                </Choice>
                <Choice
                  group={`${group}${path}`}
                  title={<Trans comment="of two values of a field: what somebody else saved">Saved value</Trans>}
                  isChosen={isSaved}
                  onChoose={chooseSaved}
                >
                  {show(path, theirs)}
                </Choice>
              </SimpleGrid>
            </Fieldset.Root>
          )
        })}
      </Notice>
    </chakra.div>
  )
}

interface ChoiceProps {
  group: string
  title: ReactNode
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ group, title, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <Grid
      as="label"
      templateColumns="auto minmax(0, 1fr)"
      columnGap="3"
      minHeight="11"
      padding="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="l2"
      cursor="checkbox"
    >
      <TickInput type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>
        <Text as="span" display="block" color="fg.muted" fontSize="sm">
          {title}
        </Text>
        <Text as="span" overflowWrap="anywhere" lineClamp="4">
          {children}
        </Text>
      </span>
    </Grid>
  )
}
