import { Grid, Heading, type SystemStyleObject, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isEmail, isGmail, normaliseEmail } from '../../../contract/email.ts'
import { ChakraRegion } from '../../ui/chakra-region.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { Form, useForm } from '../../ui/forms/form.tsx'
import type { FieldMessages } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useShop } from '../../ui/shop.ts'
import { toast } from '../../ui/toaster.tsx'

/** The three checks of specification section 5, in its order and with its texts. */
function checkSubscription(email: string, { gmailOnly }: { gmailOnly: boolean }): FieldMessages<'email'> {
  if (email.trim() === '') return { email: msg`Please enter an email address` }
  if (!isEmail(email)) return { email: msg`Please enter a valid email address` }
  if (gmailOnly && !isGmail(email)) return { email: msg`Please enter a Gmail address` }
  return {}
}

/** The newsletter form of the home page. It is never queued: consent must not be delayed. After a failure the text stays. */
export function NewsletterForm() {
  const { t } = useLingui()
  const { api } = useDeps()
  const { newsletterGmailOnly: gmailOnly } = useShop()
  const form = useForm({
    name: 'newsletter',
    initial: { email: '' },
    check: ({ email }) => checkSubscription(email, { gmailOnly }),
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
      return 'failed'
    },
  })
  return (
    <ChakraRegion>
      <Grid
        as="section"
        aria-labelledby="newsletter-title"
        gap="2"
        padding="clamp(1.5rem, 4vw, 3rem)"
        borderRadius="l3"
        background="linear-gradient(120deg, {colors.sea.deep}, #17506f)"
        color="sea.fg"
        css={{ '& :focus-visible': { outlineColor: 'sea.focus' } }}
      >
        <Heading as="h2" id="newsletter-title" color="white" fontSize="3xl" fontWeight="medium">
          <Trans>Landings and offers, once a week</Trans>
        </Heading>
        <Text maxWidth="36rem">
          <Trans>What was landed, what is in the cold store, and which species are in season.</Trans>
        </Text>
        <Form form={form} gridTemplateColumns={{ sm: '1fr auto' }} maxWidth="34rem" mt="3" css={onDark}>
          <EmailField form={form} name="email" />
          <SubmitButton form={form}>{t`Subscribe`}</SubmitButton>
        </Form>
      </Grid>
    </ChakraRegion>
  )
}

/** The form is on the dark blue of the header in both colour schemes. */
const onDark: SystemStyleObject = {
  alignItems: { sm: 'end' },
  '&:has([aria-invalid=true])': { alignItems: { sm: 'center' } },
  '& input': { minHeight: '12', borderColor: 'transparent', bg: 'white', color: '#0c2136' },
  '& input[aria-invalid=true]': { borderColor: 'sun.solid', boxShadow: '0 0 0 2px {colors.sun.solid}' },
  '& [aria-live]': { color: '#ffc9b0' },
  '& button': { minHeight: '12', bg: 'sun.solid', color: 'sun.contrast', _hover: { bg: 'sun.hover' } },
}
