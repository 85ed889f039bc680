import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { isEmail, isGmail, normaliseEmail } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { textIn } from '../../contract/shop.ts'
import { useDeps, useShop } from '../db/use-deps.tsx'
import { useSavedValues } from '../forms/use-saved-values.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/** The three checks of specification section 5, in its order and with its texts. */
function checkSubscription(email: string, { gmailOnly }: { gmailOnly: boolean }): MessageDescriptor | undefined {
  if (email.trim() === '') return msg`Please enter an email address`
  if (!isEmail(email)) return msg`Please enter a valid email address`
  return gmailOnly && !isGmail(email) ? msg`Please enter a Gmail address` : undefined
}

/** The newsletter form of the home page, which also works before any script is loaded. Never queued: consent must not be delayed. */
export function NewsletterForm() {
  const { t, i18n } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const { newsletterGmailOnly: gmailOnly, newsletterText } = useShop()
  const text = textIn(newsletterText, locale)
  const field = useRef<HTMLInputElement>(null)
  const isSending = useRef(false)
  const saved = useSavedValues({ name: 'newsletter', initial: { email: '' } })
  const [wrong, setWrong] = useState<MessageDescriptor>()

  async function send(email: string) {
    isSending.current = true
    try {
      const reply = await api.call('subscribe', { body: { email: normaliseEmail(email) } })
      if (!reply.ok) return console.info('newsletter sign-up refused', reply.refusal.status, reply.refusal.detail)
      toast({ title: t`Thank you for subscribing!`, kind: 'success' })
      // another address that was typed meanwhile stays
      if (field.current?.value !== email) return
      saved.forget()
      field.current.form?.reset()
    } catch (error) {
      // a failed sign-up is only logged (specification section 8)
      console.info('newsletter sign-up failed', error)
    } finally {
      isSending.current = false
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const email = field.current?.value ?? ''
    const message = checkSubscription(email, { gmailOnly })
    setWrong(message)
    if (message) field.current?.focus()
    else if (!isSending.current) void send(email)
  }

  return (
    <section className="section newsletter" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{t`Landings and offers by mail`}</h2>
      {text && <p>{text}</p>}
      <form method="post" action={`./api/newsletter/?lng=${locale}`} noValidate onSubmit={onSubmit}>
        <label htmlFor="newsletter-email">{t({ message: 'Email', comment: 'label of a field' })}</label>
        <div className="search">
          <input
            ref={field}
            id="newsletter-email"
            className="search-field"
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            maxLength={limits.emailLength}
            // not controlled: what is typed before the app has started stays
            defaultValue={saved.found.email ?? ''}
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong && 'newsletter-error'}
            onChange={({ target: { value } }) => {
              saved.save({ email: value })
              if (wrong) setWrong(checkSubscription(value, { gmailOnly }))
            }}
          />
          <button type="submit" className="button">{t`Subscribe`}</button>
        </div>
        <p id="newsletter-error" className="failure" aria-live="polite">
          {wrong && i18n._(wrong)}
        </p>
      </form>
    </section>
  )
}
