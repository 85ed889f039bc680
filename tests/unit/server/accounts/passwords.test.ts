// @vitest-environment node
import { verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { checkPassword, hashPassword } from '../../../../server/accounts/passwords.ts'

vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

it('passwords are hashed with the work that OWASP recommends, and an unknown account costs the same', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword('correct horse', hash)).toBe(true)
  expect(await checkPassword('correct horses', hash)).toBe(false)
  expect(await checkPassword('correct horse', undefined)).toBe(false)
  const [, [unknown = ''] = [], [nobodys = ''] = []] = vi.mocked(verify).mock.calls.map(([text]) => [String(text)])
  expect(nobodys.split('$').slice(0, 4)).toEqual(unknown.split('$').slice(0, 4))
  expect(verify).toHaveBeenCalledTimes(3)
})
