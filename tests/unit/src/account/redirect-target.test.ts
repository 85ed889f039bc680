import { expect, test } from 'vitest'
import { redirectTarget } from '../../../../src/account/sign-in.ts'

test.each([
  ['?redirect=/shipping', '/shipping'],
  ['?redirect=/cart/7?qty=3', '/cart/7?qty=3'],
  ['?redirect=/products?keyword=a&page=2', '/products?keyword=a&page=2'],
  ['?redirect=%2Fprofile', '/profile'],
  ['?next=/profile', '/profile'],
  ['?lng=fr&redirect=/profile', '/profile'],
  ['?redirect=/products%3Fkeyword%3Dcoup%20d%27%C5%93il', '/products?keyword=coup%20d%27%C5%93il'],
])('%s leads to %s', (search, path) => {
  expect(redirectTarget(search)).toBe(path)
})

test.each([
  '',
  '?',
  '?redirect',
  '?redirect=',
  '?redirect=profile',
  '?redirect=//evil.example',
  '?redirect=%2F%2Fevil.example',
  '?redirect=/%5Cevil.example',
  '?redirect=/\\evil.example',
  '?redirect=https://evil.example/',
  '?redirect=https:evil.example',
  '?redirect=javascript:alert(1)',
  '?redirect=/a/../..//evil.example',
  '?redirect=/%09/evil.example',
  '?redirect=/%E0%A4%A',
  '?redirect=/login?redirect=/login',
  '?redirect=/register',
])('%s stays in the app, at its home', (search) => {
  expect(redirectTarget(search)).toBe('/')
})
