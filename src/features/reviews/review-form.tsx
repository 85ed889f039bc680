import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FishDetail } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { fetchProduct } from '../../data/catalogue/read.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { Session } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { useSingleSend } from '../../parts/forms/use-single-send.ts'
import { LoginNotice } from '../../ui/feedback/login-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'

interface ReviewFormProps {
  product: FishDetail
  session: Session
  /** whether a review of this product has not reached the shop yet */
  isWaiting: boolean
}

/** Saves a review first and then sends it, like an order. A quick outcome is shown at once. */
export function ReviewForm({ product, session, isWaiting }: ReviewFormProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const { sync, storage } = deps
  const [outcome, setOutcome] = useState<'sent' | 'waiting' | 'login' | 'unsaved'>()
  const send = useSingleSend()
  const form = useForm({
    name: `review-${product._id}`,
    initial: { rating: '', comment: '' },
    // the server checks the rating (specification section 5)
    check: () => ({}),
    async submit({ rating, comment }, onSaved) {
      setOutcome(undefined)
      const { _id: fishe, trade_name, trade_name_fr, trade_name_es } = product
      const body = { rating: Number(rating), comment }
      const review = { fishe, body, trade_name, trade_name_fr, trade_name_es, session }
      const row = await send({ body, save: () => sync.enqueueReview(review), onSaved })
      if (!row) {
        setOutcome('unsaved')
        return 'failed'
      }
      if (row.state === 'attention') {
        const refusal = problemRefusal(row.problem ?? { status: 0, detail: t`The shop has refused this review.` })
        if (rating !== '') return refusal
        return { ...refusal, errors: [{ path: 'rating', detail: t`Please choose a rating from 1 to 5.` }] }
      }
      setOutcome(row.state === 'done' ? 'sent' : row.state === 'waiting-login' ? 'login' : 'waiting')
      if (row.state === 'done') await fetchProduct(deps, fishe).catch(() => undefined)
      return 'reset'
    },
  })

  const ratings = [
    { value: '', label: t({ message: 'Choose…', comment: 'the empty choice of the rating' }) },
    { value: '1', label: t({ message: '1 Poor', comment: 'rating' }) },
    { value: '2', label: t({ message: '2 Fair', comment: 'rating' }) },
    { value: '3', label: t({ message: '3 Good', comment: 'rating' }) },
    { value: '4', label: t({ message: '4 Very good', comment: 'rating' }) },
    { value: '5', label: t({ message: '5 Excellent', comment: 'rating' }) },
  ]
  return (
    <Form form={form}>
      <SelectField field={form.field('rating')} label={t`Rating`} options={ratings} />
      <TextAreaField field={form.field('comment')} label={t`Comment`} maxLength={limits.commentLength} />
      <Text color="fg.muted">
        <Trans>Everybody can read your review, with your name: {session.name}.</Trans>
      </Text>
      <FormFailure form={form} />
      {outcome === 'sent' && (
        <Notice kind="success">
          <span data-message="reviewSubmitted">{t`Your review was submitted successfully`}</span>
        </Notice>
      )}
      {isWaiting && outcome === 'waiting' && (
        <Notice>
          {storage === 'memory' ? (
            <Trans>Your review is NOT saved: keep this page open until there is a connection.</Trans>
          ) : (
            <Trans>Your review is saved on this device and will be sent by itself.</Trans>
          )}
        </Notice>
      )}
      {isWaiting && outcome === 'login' && (
        <LoginNotice>
          <Trans>Your review waits here and will be sent as soon as you log in again.</Trans>
        </LoginNotice>
      )}
      {outcome === 'unsaved' && (
        <Notice kind="error">
          <Trans>This review is NOT saved: this device has no room for it. Keep this page open and try again.</Trans>
        </Notice>
      )}
      <SubmitButton form={form}>{t`Submit review`}</SubmitButton>
    </Form>
  )
}
