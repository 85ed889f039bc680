import { expect, test } from 'vitest'
import type { Reply } from '../../../../src/api/errors.ts'
import { wholePage } from '../../../../src/api/whole-page.ts'

const answer = (body: number[], total?: number): Reply<number[]> => ({
  ...{ ok: true, status: 200, isShops: true, body },
  ...(total !== undefined && { total }),
})

/** A list of rows 1 to `total`, of which an answer has at most as many as `fits` allows from an offset on. */
function list(total: number, fits: (offset: number) => number) {
  const asked: { page: number; per_page: number }[] = []
  const load = async (query: { page: number; per_page: number }): Promise<Reply<number[]>> => {
    asked.push(query)
    expect(Number.isInteger(query.page)).toBe(true)
    const offset = (query.page - 1) * query.per_page
    let size = query.per_page
    while (query.per_page % size !== 0 || size > fits(offset)) size--
    const rows = Array.from({ length: Math.max(0, Math.min(size, total - offset)) }, (_, at) => offset + at + 1)
    return answer(rows, total)
  }
  return { load, asked }
}
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test.each([
  ['whole', () => 100, 1],
  ['cut', () => 30, 4],
  ['cut into ever smaller parts', (offset: number) => (offset < 125 ? 26 : 7), 16],
])('a page that is %s has all its rows, once and in order', async (_, fits, calls) => {
  const { load, asked } = list(310, fits)
  expect(await wholePage({ page: 2, per_page: 100 }, load)).toMatchObject({ body: rows(101, 200), total: 310 })
  expect(asked).toHaveLength(calls)
})

test('the last page ends with the list', async () => {
  const { load } = list(133, () => 10)
  expect(await wholePage({ page: 2, per_page: 100 }, load)).toMatchObject({ body: rows(101, 133) })
})

test('a list that shrinks in the meantime ends the page', async () => {
  let total = 40
  const load = async ({ page, per_page }: { page: number; per_page: number }): Promise<Reply<number[]>> => {
    const offset = (page - 1) * per_page
    const reply = answer(rows(offset + 1, Math.min(total, offset + 10)), total)
    total = 15
    return reply
  }
  expect(await wholePage({ page: 1, per_page: 40 }, load)).toMatchObject({ body: rows(1, 15) })
})

test('a refusal of any part is the answer, and a server without a total is asked once', async () => {
  const { load } = list(100, () => 10)
  const refusal: Reply<number[]> = { ok: false, refusal: { status: 403, code: 'forbidden', errors: [] } as never }
  expect(
    await wholePage({ page: 1, per_page: 100 }, (query) => (query.page === 3 ? Promise.resolve(refusal) : load(query))),
  ).toBe(refusal)
  const whole = answer([1, 2])
  expect(await wholePage({ page: 1, per_page: 100 }, async () => whole)).toBe(whole)
})
