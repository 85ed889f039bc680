import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '../../../src/features/admin/csv.ts'

test('lines end in CRLF; quotes stand where RFC 4180 asks for them', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng', 2.5]])).toBe('\uFEFFa,"b,c","d""e","f\ng",2.5\r\n')
})

test.each(['=HYPERLINK("x")', '+221 33', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is text, not a formula', (cell) => {
  expect(readCsv(csvText([[cell]]))).toEqual([[`'${cell}`]])
})

test('numbers stay numbers', () => {
  expect(csvText([[-1, 0.125]])).toBe('\uFEFF-1,0.125\r\n')
})

test('whatever is in the cells comes out again, the apostrophe of a dangerous one apart', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (cells) => {
      const expected = cells.map((row) => row.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)))
      expect(readCsv(csvText(cells))).toEqual(expected)
    }),
  )
})

/** A reader of RFC 4180, written apart from the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  cell.lastIndex = 1
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
