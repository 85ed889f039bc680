import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '../../../../contract/texts/csv.ts'

test('lines end in CRLF; cells are quoted as in RFC 4180', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng', 2.5]])).toBe('\uFEFFa,"b,c","d""e","f\ng",2.5\r\n')
})

test.each(['=HYPERLINK("x")', '+221 33', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠A1'])(
  '%j is text, not a formula',
  (cell) => {
    expect(readCsv(csvText([[cell]]))).toEqual([[`'${cell}`]])
  },
)

const attacks = [
  "a;=cmd|' /C calc'!A0;b",
  'a,=1+1',
  'a;=1+1',
  'a\t@A1',
  'a\r\n-1+1',
  'a\n+1',
  'a; =1',
  'a;"=1"',
  'a;＝1',
  ' =1',
  '";=1',
  ';"=1',
]
test.each(attacks)('%j has no formula, whichever separator the spreadsheet splits by', (cell) => {
  for (const separator of [',', ';', '\t']) {
    const cells = asSpreadsheetsRead(
      csvText([
        ['x', cell, 'y', cell],
        [cell, 'x'],
      ]),
      separator,
    )
    expect(cells.filter((read) => /^\s*[=+\-@＝＋－＠]/.test(read))).toEqual([])
  }
})

test('harmless texts are unchanged', () => {
  const harmless = ['Saint-Louis', 'a@example.org', '12, quai des Belges; bât. 3', 'a = b', 'x\ny']
  expect(readCsv(csvText([harmless]))).toEqual([harmless])
})

test.each([
  '+33612345678',
  '+221 33 800 00 00',
  '+1 (555) 010-9999',
  '+44.20.7946.0958',
  '+33\u00a06\u202f12 34 56 78',
])('the telephone number %s stays as it is', (cell) => expect(readCsv(csvText([[cell]]))).toEqual([[cell]]))

test.each(['+1+cmd|calc!A1', '+33612345678;=1', '+33612345678*A1', '+A1234567', '+33 6 12 34 56 78\n=1'])(
  '%j is no telephone number',
  (cell) => expect(readCsv(csvText([[cell]]))[0]?.[0]?.[0]).toBe("'"),
)

test('numbers are written as numbers', () => {
  expect(csvText([[-1, 0.125]])).toBe('\uFEFF-1,0.125\r\n')
})

test('cells are read back unchanged, except for the apostrophes before formulas', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 })
  const bare = (cells: string[][]) => cells.map((row) => row.map((cell) => cell.replaceAll("'", '')))
  fc.assert(
    fc.property(rows, (cells) => {
      expect(bare(readCsv(csvText(cells)))).toEqual(bare(cells))
    }),
  )
})

test('no text becomes a formula', () => {
  const rows = fc.array(fc.array(fc.string({ unit: fc.constantFrom(...';,=+-@＝"\t\r\n a\'') }), { minLength: 1 }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t'), fc.constantFrom('point', 'comma'), (cells, separator, style) => {
      const read = asSpreadsheetsRead(csvText(cells, style), separator)
      expect(read.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

/** Reads cells like a spreadsheet: a quote opens a cell only at its start, and text may follow the closing one. */
function asSpreadsheetsRead(text: string, separator: string): string[] {
  const cells: string[] = ['']
  let quoted = false
  let started = false
  const characters = text.slice(1)
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (quoted && character === '"' && characters[at + 1] === '"') at += 1
    else if (character === '"' && (quoted || !started)) {
      quoted = !quoted
      started = true
      continue
    } else if (!quoted && (character === separator || character === '\r' || character === '\n')) {
      cells.push('')
      started = false
      continue
    }
    cells[cells.length - 1] += character
    started = true
  }
  return cells
}

/** An RFC 4180 reader, independent of the writer. */
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
