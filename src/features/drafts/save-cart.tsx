import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '../../../contract/limits.ts'
import { saveCartAsDraft } from '../../db/drafts.ts'
import { useDeps } from '../../ui/deps.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toast } from '../../ui/toaster.tsx'

/** The list in hand, and a name to keep it under: the cart is empty afterwards and free for another list. */
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
    <section className="panel" aria-labelledby="in-hand">
      <h2 id="in-hand">
        <Trans>In the cart</Trans>
      </h2>
      {count === 0 ? (
        <p className="muted">
          <Trans>Your cart is empty</Trans>
        </p>
      ) : (
        <>
          <p>
            <Plural value={count ?? 0} one="# product" other="# products" />
          </p>
          <Form form={form} label={t`Save the cart as a draft`}>
            <TextField form={form} name="name" label={t`Name of the draft`} required maxLength={limits.nameLength} />
            <SubmitButton form={form}>
              <Trans>Save as draft</Trans>
            </SubmitButton>
          </Form>
        </>
      )}
    </section>
  )
}
