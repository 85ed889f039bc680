// @vitest-environment node
import { expect, it } from 'vitest'
import { checkPassword, hashPassword } from '../../../../server/accounts/passwords.ts'

it('passwords are hashed with the work that OWASP recommends', async () => {
  const hashed = await hashPassword('correct horse')
  const hash = hashed.ok ? hashed.value : ''
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword('correct horse', hash)).toEqual({ ok: true, value: true })
  expect(await checkPassword('correct horses', hash)).toEqual({ ok: true, value: false })
})
