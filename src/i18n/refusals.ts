import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ProblemCode } from '../../contract/problem.ts'
import { ConnectionError, type ConnectionProblem, type Refusal } from '../api/exchange.ts'

const notUnderstood = msg`The shop did not understand this. Reload the page and try again.`

/** A translated text for every code, since the server's own texts are in English. */
export const refusalMessages: Record<ProblemCode, MessageDescriptor> = {
  malformed: notUnderstood,
  'invalid-fields': msg`The shop cannot accept some of this. Please check what you entered.`,
  'login-required': msg`Please log in again.`,
  'login-failed': msg`The email or the password is wrong.`,
  'account-gone': msg`This account no longer exists.`,
  forbidden: msg`Your account may not do this.`,
  'api-key-unknown': msg`This key does not work.`,
  'api-key-read-only': msg`This key may only read.`,
  'api-key-not-allowed': msg`This cannot be done with a key.`,
  'api-keys-full': msg`The shop has the maximum number of keys. Revoke one that is no longer needed.`,
  'not-found': msg`This does not exist, or no longer exists.`,
  'method-not-allowed': notUnderstood,
  'wrong-password': msg`The password is wrong.`,
  'password-needed': msg`Nothing was changed: this needs your password. Try again and type it.`,
  'second-person': msg`Somebody else has to confirm this: a person who had the right to the shop before, did not get it from the person who asked, and whose email and password are more than a day old. Otherwise the new account takes effect after its 24 hours.`,
  'no-mail': msg`This shop sends no mail. Write to us, and we will give you a link to a new password.`,
  'link-unknown': msg`This link does not work. Was it copied as a whole?`,
  'link-used': msg`This link was used already, or a newer change has ended it.`,
  'link-expired': msg`This link has expired.`,
  'link-withdrawn': msg`This invitation is no longer valid. Ask the shop for a new one.`,
  'invitations-full': msg`The maximum number of open invitations is reached. Withdraw one that is no longer needed.`,
  'invitation-of-another': msg`This invitation is for another email address.`,
  'email-taken': msg`There is already an account with this email.`,
  'already-reviewed': msg`You have already reviewed this product.`,
  'last-admin': msg`This is the last administrator with the right to the shop; it needs one.`,
  'order-deleted': msg`The shop has removed this request.`,
  'order-sealed': msg`The shop has removed this request; only a read-only copy is left.`,
  'buyer-gone': msg`The buyer has deleted the account, so nothing more can be sent.`,
  'reference-needed': msg`This request is accepted. Type its reference to delete it.`,
  'review-deleted': msg`The shop has removed this review.`,
  'reference-taken': msg`Another request has this reference. Please send it again.`,
  'key-in-progress': msg`The shop is still working on this. Please wait a moment.`,
  'key-of-another-user': msg`This request belongs to another account.`,
  'key-reused': msg`This request was already sent with other contents.`,
  'edited-meanwhile': msg`Somebody changed this in the meantime. Load it again before you save.`,
  'offer-not-current': msg`This offer no longer stands.`,
  'offer-expired': msg`This offer has expired.`,
  'counter-not-current': msg`The buyer’s suggestion has changed or was taken back.`,
  'claim-settled': msg`This claim is settled already.`,
  'claim-too-late': msg`The time for claims about this order has passed. Please write a message to the shop.`,
  'lot-exists': msg`There is already a lot with this code.`,
  'lot-in-use': msg`A shipment names this lot, so it stays in the book.`,
  'counter-expired': msg`The buyer’s suggestion has expired.`,
  'links-full': msg`This offer has the maximum number of links. Revoke one that is no longer needed.`,
  'order-final': msg`This request is closed; only messages can follow.`,
  'order-changed': msg`This request has changed in the meantime.`,
  'order-not-accepted': msg`No offer is accepted yet; a shipment begins after that.`,
  'not-your-side': msg`Only the other side can do this.`,
  'thread-full': msg`This request has too many messages. Please call or chat with us, or send a new request.`,
  'too-large': msg`This is too large for the server.`,
  'wrong-type': msg`The shop does not accept this kind of file.`,
  'bad-picture': msg`This picture cannot be read. Take a JPEG, PNG, WebP or AVIF file.`,
  'bad-file': msg`This file is not what was announced. Please choose it again.`,
  'upload-offset': msg`The file goes on at another place. It is sent again.`,
  'upload-protocol': msg`The shop now accepts files in another way. Please reload the page.`,
  'files-full': msg`There is no room for these files: all files of a request may have 100 MB together.`,
  'no-such-range': msg`The file has no such part.`,
  'too-many': msg`Too many tries in a short time. Please wait a little.`,
  'mails-used-up': msg`We cannot send any more emails to this address today.`,
  'database-away': msg`The shop cannot be reached right now. Please try again in a moment.`,
  'disk-full': msg`The shop cannot store anything right now. Please try again later.`,
  busy: msg`The shop is busy. Please try again in a moment.`,
  internal: msg`Something went wrong at the shop. Please try again.`,
}

const connectionMessages: Record<ConnectionProblem, MessageDescriptor> = {
  network: msg`There is no connection to the shop.`,
  timeout: msg`The shop did not answer in time.`,
  aborted: msg`Request aborted`,
  untrusted: msg`The answer did not come from the shop. Does the network ask you to sign in?`,
}

type Problem = Pick<Refusal, 'status' | 'code' | 'connection' | 'detail'>

/** Explains a refusal in the reader's language. Without a code, the server's own text is shown. */
export function useRefusalText(): (problem: Problem | ConnectionError) => string {
  const { i18n } = useLingui()
  return (problem) => {
    if (problem instanceof ConnectionError) return i18n._(connectionMessages[problem.kind])
    const { status, code, connection, detail } = problem
    if (code) return i18n._(refusalMessages[code])
    if (connection) return i18n._(connectionMessages[connection])
    return detail || i18n._(msg`Request failed with status code ${status}`)
  }
}
