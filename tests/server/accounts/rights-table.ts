import type { Right } from '../../../contract/accounts.ts'
import { type CallName, callOf, calls } from '../../../contract/calls.ts'

/** Callers: a visitor, the owner, another customer, an administrator, a deleted user. */
export const actors = ['visitor', 'owner', 'other', 'admin', 'deleted'] as const

type Row = readonly [number, number, number, number, number, Right?]

/** Calls whose answer depends on more than the caller's rights. */
const special: { [N in CallName]?: Row } = {
  endSession: [401, 204, 404, 404, 401],
  updateProfile: [401, 200, 403, 403, 401],
}

/** Calls for everybody, by name: a wrong row of the contract opens no other. */
export const open: CallName[] = [
  ...(['listFish', 'countFish', 'topFishes', 'fishesByType', 'fishChanges', 'getFish', 'listReviews'] as const),
  ...(['register', 'login', 'forgotPassword', 'resetPassword', 'openInvitation', 'acceptInvitation'] as const),
  ...(['pushKey', 'subscribe', 'sendContact', 'getShop', 'getShopText', 'health'] as const),
]

function rowOf(name: CallName): Row {
  const { who, right, answer, status = 200 } = callOf(name)
  const done = answer ? status : 204
  if (who === 'public') return [done, done, done, done, done]
  if (who === 'user') return [401, done, done, done, 401]
  return who === 'owner' ? [401, done, 404, done, 401, right] : [401, 403, 403, done, 401, right]
}

/**
 * Statuses in the order of `actors`, for an otherwise valid call, and the one right that lets an administrator in. Without it an
 * administrator is answered like another customer.
 */
// the names of calls are the keys of the table
export const rights = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map((name) => [name, special[name] ?? rowOf(name)]),
) as Record<CallName, Row>
