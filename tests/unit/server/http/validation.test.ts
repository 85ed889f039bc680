// @vitest-environment node
import { expect, test } from 'vitest'
import { refuseFields, toProblem } from '../../../../server/http/refusal.ts'
import { invalidFields } from '../../../../server/http/validation.ts'

const at = (keyword: string, params: Record<string, unknown>) => ({
  keyword,
  params,
  instancePath: '/name',
  schemaPath: '',
  message: '',
})

test.each([
  ['required', { missingProperty: 'x' }, { path: 'name.x', rule: 'required' }],
  ['minLength', { limit: 1 }, { path: 'name', rule: 'required' }],
  ['pattern', { pattern: '\\S' }, { path: 'name', rule: 'required' }],
  ['minLength', { limit: 6 }, { path: 'name', rule: 'minLength', params: { limit: 6 } }],
  ['maxLength', { limit: 120 }, { path: 'name', rule: 'maxLength', params: { limit: 120 } }],
  ['minimum', { limit: 0 }, { path: 'name', rule: 'minimum', params: { limit: 0 } }],
  ['exclusiveMinimum', { limit: 0 }, { path: 'name', rule: 'exclusiveMinimum', params: { limit: 0 } }],
  ['maximum', { limit: 9 }, { path: 'name', rule: 'maximum', params: { limit: 9 } }],
  ['minItems', { limit: 1 }, { path: 'name', rule: 'minItems', params: { limit: 1 } }],
  ['maxItems', { limit: 200 }, { path: 'name', rule: 'maxItems', params: { limit: 200 } }],
  ['type', { type: 'integer' }, { path: 'name', rule: 'wholeNumber' }],
  ['type', { type: 'number' }, { path: 'name', rule: 'allowedValue' }],
  ['pattern', { pattern: '^x$' }, { path: 'name', rule: 'allowedValue' }],
  ['const', {}, { path: 'name', rule: 'allowedValue' }],
])('the keyword %s %j has a rule in the contract', (keyword, params, field) => {
  expect(invalidFields([at(keyword, params)])).toEqual([field])
})

test('a field that breaks several rules is reported once, with the most specific rule', () => {
  const errors = [at('const', {}), at('maxLength', { limit: 3 }), at('pattern', { pattern: '^x$' })]
  expect(invalidFields(errors)).toEqual([{ path: 'name', rule: 'maxLength', params: { limit: 3 } }])
})

test('an answer has an English sentence for each rule, and the first one as its detail', () => {
  const problem = toProblem(
    refuseFields({ path: 'name', rule: 'maxLength', params: { limit: 3 } }, { path: 'email', rule: 'email' }),
  )
  expect(problem).toMatchObject({
    status: 422,
    detail: 'name must have at most 3 characters.',
    errors: [
      { path: 'name', rule: 'maxLength', params: { limit: 3 }, detail: 'name must have at most 3 characters.' },
      { path: 'email', rule: 'email', detail: 'Please enter a valid email address' },
    ],
  })
})
