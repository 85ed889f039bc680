import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ProblemCode } from '../../contract/problem.ts'
import { ConnectionError, type ConnectionProblem, type Refusal } from '../api/errors.ts'

/** Codes without an entry ('invalid-fields' and the like) say more in the server's own sentence. */
const byCode: Partial<Record<ProblemCode, MessageDescriptor>> = {
  'login-required': msg`Please log in again.`,
  'login-failed': msg`The email or the password is wrong.`,
  'account-gone': msg`This account does not exist any more.`,
  forbidden: msg`Your account may not do this.`,
  'not-found': msg`This does not exist, or not any more.`,
  'email-taken': msg`There is already an account with this email.`,
  'already-reviewed': msg`You have already reviewed this product.`,
  'last-admin': msg`This is the last administrator; the shop needs one.`,
  'order-deleted': msg`The shop has removed this request.`,
  'key-of-another-user': msg`This request belongs to another account.`,
  'key-reused': msg`This request was already sent with other contents.`,
  'edited-meanwhile': msg`Somebody changed this in the meantime. Load it again before you save.`,
  'too-large': msg`This is too large for the server.`,
  'bad-picture': msg`This picture cannot be read. Take a JPEG, PNG, WebP or AVIF file.`,
  'too-many': msg`Too many tries in a short time. Please wait a little.`,
  'database-away': msg`The shop cannot be reached right now. Please try again in a moment.`,
  'disk-full': msg`The shop cannot store anything right now. Please try again later.`,
  busy: msg`The shop is busy. Please try again in a moment.`,
  internal: msg`Something went wrong at the shop. Please try again.`,
}

const byConnection: Record<ConnectionProblem, MessageDescriptor> = {
  network: msg`Network Error`,
  timeout: msg`The shop did not answer in time.`,
  aborted: msg`Request aborted`,
  untrusted: msg`The answer did not come from the shop. Does the network ask you to sign in?`,
}

/** What went wrong, in the reader's language; a code that we do not translate shows the server's own sentence. */
export function useRefusalText(): (problem: Pick<Refusal, 'code' | 'detail'> | ConnectionError) => string {
  const { i18n } = useLingui()
  return (problem) => {
    if (problem instanceof ConnectionError) return i18n._(byConnection[problem.kind])
    const known = problem.code && byCode[problem.code]
    return known ? i18n._(known) : problem.detail
  }
}
