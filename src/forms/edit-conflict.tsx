import { chakra, Fieldset, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import type { FormHandle } from './form-types.ts'
import { valueAt, withValue } from './paths.ts'

interface EditConflictProps<V extends object> {
  form: Pick<FormHandle<V>, 'values' | 'fieldAt'>
  /** the paths of the fields that both people changed */
  both: readonly string[]
  /** the saved values, as the form shows them */
  saved: Partial<V>
  label: (path: string) => string
  /** renders a value as a text or a picture */
  show: (path: string, value: unknown) => ReactNode
}

// outside the component: a new ref callback in each render would take the focus again
const focusOnMount = (node: HTMLElement | null) => node?.focus()

/**
 * Says that somebody else saved in the meantime, and lets the reader choose between the two values of each field in
 * conflict. Its state starts from the form's values, so each conflict needs its own `key`.
 */
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
    <chakra.label
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      columnGap="3"
      minHeight="11"
      padding="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="l2"
      cursor="checkbox"
    >
      <chakra.input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        boxSize="1.375rem"
        margin="0"
        accentColor="primary"
      />
      <span>
        <Text as="span" display="block" color="fg.muted" fontSize="sm">
          {title}
        </Text>
        <Text as="span" overflowWrap="anywhere" lineClamp="4">
          {children}
        </Text>
      </span>
    </chakra.label>
  )
}
