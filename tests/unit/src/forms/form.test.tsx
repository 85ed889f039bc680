import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { FormEvent, ReactNode } from 'react'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { Day } from '../../../../contract/offers.ts'
import type { Refusal } from '../../../../src/api/exchange.ts'
import { createDatabase, getValue, putValue } from '../../../../src/db/database.ts'
import { type Deps, DepsProvider } from '../../../../src/db/use-deps.tsx'
import { useForm } from '../../../../src/forms/form.tsx'
import type { FormOptions, Outcome } from '../../../../src/forms/form-types.ts'
import { activateLocale } from '../../../../src/i18n/locale.ts'

beforeAll(() => activateLocale('en'))

const initial = {
  lines: [
    { isMissing: false, price: '1', product: 'f1' },
    { isMissing: false, price: '2', product: 'f2' },
  ],
  place: '',
  company: { name: '', city: '' },
}
type Values = typeof initial

function open(options: Partial<FormOptions<Values>> = {}, db = createDatabase(`form-${Math.random()}`)) {
  // the hook uses only the database
  const deps = { db } as unknown as Deps
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <DepsProvider deps={deps}>{children}</DepsProvider>
    </I18nProvider>
  )
  const submit = vi.fn(async (_: Values): Promise<Outcome> => 'done')
  const form = { name: 'test', initial, check: () => ({}), submit, ...options }
  return { submit, db, ...renderHook(() => useForm(form), { wrapper }) }
}
const submitEvent = { preventDefault: () => undefined } as FormEvent

test('a field of a row is set alone, and the others stay the same', async () => {
  const { result, submit } = open()
  const [first] = result.current.values.lines
  act(() => result.current.field('lines', 1, 'price').set('22'))
  act(() => result.current.field('place').set('Vigo'))
  expect(result.current.values.lines[0]).toBe(first)
  act(() => result.current.onSubmit(submitEvent))
  await waitFor(() => expect(submit).toHaveBeenCalled())
  const [row, other] = initial.lines
  expect(submit.mock.calls[0]?.[0]).toEqual({ ...initial, lines: [row, { ...other, price: '22' }], place: 'Vigo' })
})

test('what was typed before the draft was read stays, and so does the rest of the draft', async () => {
  const db = createDatabase(`form-${Math.random()}`)
  await putValue(db, 'form:test', { ...initial, lines: initial.lines.map((row) => ({ ...row, price: '9' })) })
  const { result } = open({}, db)
  act(() => result.current.field('lines', 0, 'price').set('7'))
  await waitFor(() => expect(result.current.values.lines.map(({ price }) => price)).toEqual(['7', '9']))
  expect(result.current.isRestored).toBe(true)
})

test.each([
  ['offer.lines.1.price', 'lines/1/price'],
  ['offer.lines', 'lines/0/isMissing'],
  ['offer.lines.1.fishe', 'lines/1/isMissing'],
  ['/offer.place', 'place'],
  ['offer.place.2', 'place'],
  ['offer.other', undefined],
])('a refusal of %s is at the field %s', async (path, field) => {
  const refusal: Refusal = { status: 422, detail: '', errors: [{ path, rule: 'oneLine', detail: 'One line.' }] }
  const { result } = open({ submit: async () => refusal, paths: { offer: '' } })
  await act(async () => result.current.onSubmit(submitEvent))
  const all = ['lines/0/isMissing', 'lines/0/price', 'lines/1/isMissing', 'lines/1/price', 'place']
  expect(all.filter((each) => result.current.fieldAt(each).error)).toEqual(field ? [field] : [])
})

test('what is typed while a form is sent is saved on the device also when the form is refused', async () => {
  const { promise: answer, resolve: refuse } = Promise.withResolvers<Outcome>()
  const { result, db } = open({ submit: () => answer })
  act(() => result.current.field('place').set('Vigo'))
  act(() => result.current.onSubmit(submitEvent))
  act(() => result.current.field('place').set('Vigo, quay 3'))
  await act(async () => refuse({ status: 422, detail: 'No.', errors: [] }))
  await waitFor(async () => expect(await getValue(db, 'form:test')).toMatchObject({ place: 'Vigo, quay 3' }))
})

test('of what is typed while a form is sent, the device saves only that: the other fields are as the server has them', async () => {
  const { promise: answer, resolve: accept } = Promise.withResolvers<Outcome>()
  const { result, db } = open({ submit: () => answer })
  const change = (path: string, value: string) => act(() => result.current.fieldAt(path).set(value))
  change('place', 'Vigo')
  change('company/city', 'Lagos')
  act(() => result.current.onSubmit(submitEvent))
  change('company/name', 'Lagos Cold Stores')
  await act(async () => accept('done'))
  await waitFor(async () => expect(await getValue(db, 'form:test')).toEqual({ company: { name: 'Lagos Cold Stores' } }))
})

test('a form that is given up while it is sent restores nothing when it is refused', async () => {
  const { promise, resolve: refuse } = Promise.withResolvers<Outcome>()
  const { result, db } = open({ submit: () => promise })
  act(() => result.current.field('place').set('Vigo'))
  await waitFor(async () => expect(await getValue(db, 'form:test')).toMatchObject({ place: 'Vigo' }))
  act(() => result.current.onSubmit(submitEvent))
  act(() => result.current.giveUp())
  await act(async () => refuse({ status: 422, detail: 'No.', errors: [] }))
  // longer than the delay before a draft is saved
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await getValue(db, 'form:test')).toBeUndefined()
})

test('rules of the contract stand at their fields as in an answer, behind those by hand, and nothing is sent', async () => {
  const schema = v.object({ town: v.pipe(v.string(), v.minLength(1)), lines: v.array(v.object({ price: Day })) })
  const body = ({ place, lines }: Values) => ({ town: place, lines: lines.map(({ price }) => ({ price })) })
  const check = ({ lines }: Values) => ({
    lines: lines.map(({ price }) => (price === '2' ? { price: { rule: 'onePrice' as const } } : {})),
  })
  const { result, submit } = open({ schema, body, check, paths: { town: 'place' } })
  expect(result.current.field('place').error).toBeUndefined()
  act(() => result.current.onSubmit(submitEvent))
  expect(result.current.field('place').error).toBe('Please fill in this field')
  expect(result.current.field('lines', 0, 'price').error).toBe('Please enter a valid date')
  expect(result.current.field('lines', 1, 'price').error).toContain('At least one product needs a price.')
  expect(submit).not.toHaveBeenCalled()
  act(() => result.current.field('place').set('Vigo'))
  expect(result.current.field('place').error).toBeUndefined()
})
