import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { fieldProblems } from '../../../server/http/validation.ts'
import { fieldProblemText } from '../../../src/ui/field-problem.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const said = (detail: string) => {
  const message = fieldProblemText(detail)
  return message && i18n._(message)
}
const error = (keyword: string, params: Record<string, unknown>) => ({
  keyword,
  params,
  instancePath: '/name',
  schemaPath: '',
  message: '',
})

test.each([
  ['required', { missingProperty: 'name' }, 'Please fill in this field'],
  ['minLength', { limit: 1 }, 'Please fill in this field'],
  ['pattern', { pattern: '\\S' }, 'Please fill in this field'],
  ['minLength', { limit: 6 }, 'At least 6 characters, please'],
  ['maxLength', { limit: 120 }, 'At most 120 characters, please'],
  ['minimum', { limit: 0 }, 'This must be at least 0'],
  ['maximum', { limit: 1000000 }, 'This must be at most 1000000'],
  ['type', { type: 'number' }, 'The server does not accept this'],
  ['pattern', { pattern: '^x$' }, 'The server does not accept this'],
])('what our server says for %s %j is translated', (keyword, params, text) => {
  const [problem] = fieldProblems([error(keyword, params)])
  expect(said(problem?.detail ?? '')).toBe(text)
})

test('a sentence of another server stays as it is', () => {
  expect(fieldProblemText('Nom déjà pris')).toBeUndefined()
})
