import type { Options } from '@node-rs/argon2'
import { done, type Outcome, refuse } from './outcome.ts'

/** argon2id at the level OWASP names first: 19 MiB, 2 passes. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 4
const mostWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/** Hashing is made to be expensive: four at a time, and when a hundred wait, further ones are refused. */
async function inSlot<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  if (waiting.length >= mostWaiting) return refuse('busy')
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return done(await work())
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const argon2 = () => import('@node-rs/argon2')
let dummy: Promise<string> | undefined

/** Refuses with `busy` when too many are waiting. */
export async function hashPassword(password: string): Promise<Outcome<string>> {
  return inSlot(async () => (await argon2()).hash(password, options))
}

/**
 * Whether a password belongs to a hash. Without a hash (no account has this address) it takes as long and says no.
 * Refuses with `busy` when too many are waiting.
 */
export async function checkPassword(password: string, hash: string | undefined): Promise<Outcome<boolean>> {
  return inSlot(async () => {
    const { hash: make, verify } = await argon2()
    dummy ??= make('nobody has this password', options)
    const right = await verify(hash ?? (await dummy), password)
    return right && hash !== undefined
  })
}
