import { Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '../../../contract/limits.ts'
import { saveCartAsDraft } from '../../data/drafts/drafts.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Saves the cart as a draft under a name; the cart is empty afterwards. */
export function SaveCart() {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const count = useLiveQuery(() => db.cart.count(), [db])
  const form = useForm({
    name: 'draft',
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? msg`Please enter a name.` : undefined }),
    async submit({ name }) {
      const saved = await saveCartAsDraft(db, { id: uuidv7(), name: name.trim(), now: clock.now() })
      if (saved) toast({ title: t`Saved under “${name.trim()}”. The cart is empty now.`, kind: 'success' })
      return 'reset'
    },
  })
  return (
    <Panel titleId="in-hand" title={<Trans>In the cart</Trans>}>
      {count === 0 ? (
        <Text color="fg.muted">
          <Trans>Your cart is empty</Trans>
        </Text>
      ) : (
        <>
          <p>
            <Plural value={count ?? 0} one="# product" other="# products" />
          </p>
          <Form form={form} label={t`Save the cart as a draft`}>
            <TextField field={form.field('name')} label={t`Name of the draft`} required maxLength={limits.nameLength} />
            <FormFailure form={form} />
            <SubmitButton form={form}>
              <Trans>Save as draft</Trans>
            </SubmitButton>
          </Form>
        </>
      )}
    </Panel>
  )
}
