import { Button } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { useLingui as useTexts } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Side } from '../../../contract/event-kinds.ts'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Done } from '../../../contract/shipment/milestones.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { FormDialog } from '../dialogs/dialog.tsx'
import { Form, useForm } from '../forms/form.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { TextAreaField } from '../forms/text-field.tsx'
import type { useDecision } from '../offers/use-decision.tsx'
import { StepTitle, stepNames } from './step-title.tsx'

interface CorrectButtonProps {
  order: Pick<Order, '_id' | 'version'>
  /** the report that was wrong */
  milestone: Done
  userId: string
  side: Side
  decision: Pick<ReturnType<typeof useDecision>, 'decide' | 'isBusy'>
}

/** Says that a reported step was wrong, after a confirmation with a reason. */
export function CorrectButton(props: CorrectButtonProps) {
  const { i18n } = useTexts()
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const step = i18n._(stepNames[props.milestone.step])
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t`Correct: ${step}`} onClick={() => setOpen(true)}>
        <Trans comment="button: says that a reported step of a shipment was wrong">Correct</Trans>
      </Button>
      {isOpen && <CorrectDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function CorrectDialog({
  order,
  milestone,
  userId,
  side,
  decision,
  onClose,
}: CorrectButtonProps & { onClose: () => void }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [{ id, after }] = useState(() => ({ id: sync.newId(), after: order.version }))
  const form = useForm({
    name: `correct-${milestone._id}`,
    owner: userId,
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? msg`Please give a reason.` : undefined }),
    submit: async ({ note }) => {
      const said = { kind: 'correct', of: milestone._id, note: note.trim() } as const
      const body = side === 'shop' ? { ...said, after } : said
      const words = { sent: <Trans>Corrected. Both sides can see it.</Trans> }
      const outcome = await decision.decide({ id, body, words })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return (
    <FormDialog onClose={onClose} title={t`Correct this step?`}>
      <Form form={form}>
        <p>
          <strong>
            <StepTitle step={milestone.step} on={milestone.on} />
          </strong>
        </p>
        <p>
          <Trans>It counts no longer. Both sides still see it, struck through, with your reason.</Trans>
        </p>
        <TextAreaField
          field={form.field('note')}
          label={t({ message: 'Reason', context: 'correction', comment: 'why a reported step was wrong' })}
          rows={3}
          maxLength={limits.noteLength}
          required
        />
        <SubmitButton form={form}>
          <Trans comment="button: says that a reported step of a shipment was wrong">Correct</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}
