import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isEmail, isGmail, normaliseEmail } from '../../../contract/email.ts'
import { useDeps } from '../../ui/deps.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import type { FieldMessages } from '../../ui/form-types.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toast } from '../../ui/toaster.tsx'
import './newsletter.css'

/** The three checks of specification section 5 in their order; the texts are its own, without a full stop. */
export function checkSubscription({ email }: Record<'email', string>): FieldMessages<'email'> {
  if (email.trim() === '') return { email: msg`Please enter an email address` }
  if (!isEmail(email)) return { email: msg`Please enter a valid email address` }
  if (!isGmail(email)) return { email: msg`Please enter a Gmail address` }
  return {}
}

/** The newsletter form of the home page. It is not queued: consent has a time. A failure keeps the text. */
export function NewsletterForm() {
  const { t } = useLingui()
  const { api } = useDeps()
  const form = useForm({
    name: 'newsletter',
    initial: { email: '' },
    check: checkSubscription,
    submit: async ({ email }) => {
      try {
        const reply = await api.call('subscribe', { body: { email: normaliseEmail(email) } })
        if (reply.ok) {
          toast({ title: t`Thank you for subscribing!`, kind: 'success' })
          return 'reset'
        }
        console.info('newsletter sign-up refused', reply.refusal.status, reply.refusal.detail)
      } catch (error) {
        // a failed sign-up is only logged (specification section 8)
        console.info('newsletter sign-up failed', error)
      }
      return 'keep'
    },
  })
  return (
    <section className="newsletter" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">
        <Trans>Landings and offers, once a week</Trans>
      </h2>
      <p>
        <Trans>What was landed, what is in the cold store, and which species are in season.</Trans>
      </p>
      <Form form={form} className="newsletter-form">
        <EmailField form={form} name="email" />
        <SubmitButton form={form}>{t`Subscribe`}</SubmitButton>
      </Form>
    </section>
  )
}
