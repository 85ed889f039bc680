import { createRequire } from 'node:module'

type Hash = typeof import('@node-rs/argon2').hash

/**
 * Hashes passwords with a hundredth of the work, in this process: with the real work, which
 * tests/unit/server/accounts/passwords.test.ts checks, a login would take ten times as long as other calls.
 */
export function hashQuickly(): void {
  // the module that `import` reads too, when the server first needs it; `require` has no types
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as { hash: Hash }
  const { hash } = argon2
  argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 256, timeCost: 1 })
}
