import type { Options } from '@node-rs/argon2'
import { limitHit } from '../db/rate-limits.ts'
import { fewAtATime } from '../http/few-at-a-time.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { accountGone, findUser } from './users-table.ts'

/** argon2id with OWASP's first recommended parameters: 19 MiB, 2 passes. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostRunning = 4
const longestQueue = 100
const inTurn = fewAtATime(mostRunning)
/** works that run or wait */
let pending = 0

/** Limits concurrent hashing, which is expensive on purpose. Refuses with `busy` if the queue is full. */
async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (pending >= mostRunning + longestQueue) throw refuse('busy')
  pending++
  try {
    return await inTurn(work)
  } finally {
    pending--
  }
}

const argon2 = () => import('@node-rs/argon2')
let dummy: Promise<string> | undefined

/** Refuses with `busy` when too many passwords are queued. */
export const hashPassword = async (password: string): Promise<string> =>
  inSlot(async () => (await argon2()).hash(password, options))

/** Whether a password matches a hash; false without one (an unknown account, or one whose owner has chosen none), after the same time. Refuses with `busy`. */
export const checkPassword = async (password: string, hash: string | undefined): Promise<boolean> =>
  inSlot(async () => {
    const { hash: make, verify } = await argon2()
    dummy ??= make('nobody has this password', options)
    const right = await verify(hash || (await dummy), password)
    return right && Boolean(hash)
  })

/** Asks a signed-in user for the password again. The value is the hash of the right one, which another change may have replaced meanwhile. */
export async function askPassword(
  deps: ServiceDeps,
  { kind, who, password }: { kind: 'bank' | 'deleteAccount' | 'password'; who: string; password: string },
): Promise<string> {
  await limitHit(deps, { kind, who })
  const user = await findUser(deps.db, who)
  const right = await checkPassword(password, user?.password_hash)
  if (!user) throw accountGone
  if (!right) throw refuse('wrong-password')
  return user.password_hash
}
