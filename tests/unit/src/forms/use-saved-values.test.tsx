import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createDatabase, getValue, putValue } from '../../../../src/db/database.ts'
import { type Deps, DepsProvider } from '../../../../src/db/use-deps.tsx'
import type { SavedForm } from '../../../../src/forms/form-types.ts'
import { useSavedValues } from '../../../../src/forms/use-saved-values.ts'
import { dropLocal } from '../../../../src/lib/local-storage.ts'

const options: SavedForm<{ name: string; password: string }> = {
  name: 'test',
  initial: { name: '', password: '' },
  secret: ['password'],
}

afterEach(() => localStorage.clear())

function open(db = createDatabase(`saved-${Math.random()}`), owner?: string) {
  // the hook uses only the database
  const deps = { db } as unknown as Deps
  const wrapper = ({ children }: { children: ReactNode }) => <DepsProvider deps={deps}>{children}</DepsProvider>
  const own = owner === undefined ? options : { ...options, owner }
  return { db, ...renderHook(() => useSavedValues(own), { wrapper }) }
}

test('a page that is left writes the last values to local storage at once, without secrets', () => {
  const { result } = open()
  act(() => result.current.save({ name: 'Fatou', password: 'secret-word' }))
  dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('form:test')).toBe('{"name":"Fatou"}')
})

test('values that the database is still writing also go to local storage when the page is left', async () => {
  const { db, result } = open()
  const put = db.keyValue.put.bind(db.keyValue)
  let seen: string | null | undefined
  vi.spyOn(db.keyValue, 'put').mockImplementation((row) => {
    const writing = put(row)
    dispatchEvent(new Event('pagehide'))
    seen ??= localStorage.getItem('form:test')
    return writing
  })
  act(() => result.current.save({ name: 'Fatou', password: '' }))
  await waitFor(() => expect(seen).toBe('{"name":"Fatou"}'))
  await waitFor(() => expect(localStorage.getItem('form:test')).toBeNull())
})

test('the next visit restores them and moves them to the database', async () => {
  localStorage.setItem('form:test', '{"name":"Fatou","gone":1}')
  const { db, result } = open()
  await waitFor(() => expect(result.current.found).toEqual({ name: 'Fatou' }))
  expect(await getValue(db, 'form:test')).toEqual({ name: 'Fatou' })
  await waitFor(() => expect(localStorage.getItem('form:test')).toBeNull())
})

test('rows and ticks come back as they were, of the present fields alone', async () => {
  const db = createDatabase(`saved-${Math.random()}`)
  const form = {
    name: 'rows',
    initial: {
      isGiven: false,
      count: 1,
      rows: [
        { a: '', b: '' },
        { a: '', b: '' },
      ],
    },
  }
  const saved = { isGiven: true, isOld: true, count: '7', rows: [{ a: 'x', c: 'y', b: 3 }] }
  await putValue(db, 'form:rows', saved)
  const deps = { db } as unknown as Deps
  const wrapper = ({ children }: { children: ReactNode }) => <DepsProvider deps={deps}>{children}</DepsProvider>
  const { result } = renderHook(() => useSavedValues(form), { wrapper })
  const rows = [
    { a: 'x', b: '' },
    { a: '', b: '' },
  ]
  await waitFor(() => expect(result.current.found).toEqual({ isGiven: true, count: 1, rows }))
})

test('unreadable values are dropped, and an accepted form leaves nothing', async () => {
  localStorage.setItem('form:test', '{"name":')
  const { db, result } = open()
  await waitFor(() => expect(result.current.found).toEqual({}))
  act(() => result.current.save({ name: 'Fatou', password: '' }))
  act(() => result.current.forget())
  expect(localStorage.getItem('form:test')).toBeNull()
  expect(await getValue(db, 'form:test')).toBeUndefined()
})

test('a form with an owner is restored only for this user, and survives a logout', async () => {
  const device = createDatabase(`saved-${Math.random()}`)
  const { result, unmount } = open(device, 'ann')
  act(() => result.current.save({ name: 'Fatou', password: '' }))
  unmount()
  await waitFor(async () => expect(await device.keyValue.count()).toBe(1))
  // as a logout does
  await device.keyValue.where('name').startsWith('form:').delete()
  dropLocal('form:')
  const other = open(device, 'bo')
  const again = open(device, 'ann')
  await waitFor(() => expect(again.result.current.found).toEqual({ name: 'Fatou' }))
  expect(other.result.current.found).toEqual({})
})

test('a form that is accepted after it was left takes nothing from the same form opened again, nor from another tab', async () => {
  const { db, result, unmount } = open()
  act(() => result.current.save({ name: 'sent', password: '' }))
  await waitFor(async () => expect(await getValue(db, 'form:test')).toEqual({ name: 'sent' }))
  const sent = result.current
  unmount()
  act(() => sent.forget())
  await waitFor(async () => expect(await getValue(db, 'form:test')).toBeUndefined())
  const again = open(db)
  act(() => again.result.current.save({ name: 'typed later', password: '' }))
  await waitFor(async () => expect(await getValue(db, 'form:test')).toEqual({ name: 'typed later' }))
  act(() => sent.forget())
  // after the removal, if there is one
  await db.keyValue.count()
  expect(await getValue(db, 'form:test')).toEqual({ name: 'typed later' })
  again.unmount()
})

test('a form whose values take the place of another tab’s says so', async () => {
  const one = open()
  const two = open(one.db)
  act(() => one.result.current.save({ name: 'one', password: '' }))
  await waitFor(async () => expect(await getValue(one.db, 'form:test')).toEqual({ name: 'one' }))
  act(() => two.result.current.save({ name: 'two', password: '' }))
  await waitFor(() => expect(two.result.current.isElsewhere).toBe(true))
  expect(one.result.current.isElsewhere).toBe(false)
  // what was there when it opened is its own
  const three = open(one.db)
  await waitFor(() => expect(three.result.current.found).toEqual({ name: 'two' }))
  act(() => three.result.current.save({ name: 'three', password: '' }))
  await waitFor(async () => expect(await getValue(one.db, 'form:test')).toEqual({ name: 'three' }))
  expect(three.result.current.isElsewhere).toBe(false)
})
