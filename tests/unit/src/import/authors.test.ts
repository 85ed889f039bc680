import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bestFirst, firstChoices, matching } from '../../../../src/import/matching.ts'
import { type CellChoices, readRows } from '../../../../src/import/read-rows.ts'
import { cellText } from '../../../../src/tables/cells.ts'
import { decodeAs, guessEncoding, type TextForm } from '../../../../src/tables/read-csv.ts'
import { readTable } from '../../../../src/tables/read-table.ts'
import { xlsxBytes } from '../../../../src/tables/write-xlsx.ts'

/* Files as their authors made them, by the reader of the import. */

const input = (name: string) => new File([readFileSync(join(import.meta.dirname, 'inputs', name))], name)
const csv = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'list.csv')

async function understood(file: File, choices: Partial<CellChoices> = {}, form: Partial<TextForm> = {}) {
  const reading = await readTable(file, form)
  if (reading.kind !== 'sheets') throw new Error(reading.kind)
  const found = matching({ file, sheets: bestFirst(reading.sheets), form: reading.form, choices: firstChoices })
  const isText = reading.form !== undefined
  const { rows, errors } = await readRows(found.table, found.columns, { locale: 'en', isText, ...choices })
  return {
    ...found,
    form: reading.form,
    count: found.table.rows.length,
    values: rows.map(({ row }) => row),
    pictures: rows.map(({ picture }) => picture),
    wrong: errors.map(({ row, column, value }) => [row, column, value]),
    errors,
  }
}

test('per cent cells are what they show', async () => {
  const { values, wrong } = await understood(input('percent-cells.xlsx'))
  expect(values.map(({ glazing }) => glazing)).toEqual([10, 20, 15, 20, 100])
  expect(wrong).toEqual([])
})

test('error values are wrong cells and clear nothing', async () => {
  const { values, wrong } = await understood(input('formula-errors.csv'), { clears: true })
  expect(values).toEqual([])
  expect(wrong).toEqual([
    [2, 'trade_name', '#N/A'],
    [3, 'trade_name_es', '#NAME?'],
    [3, 'size', '#REF!'],
  ])
})

test('a stray quotation mark spoils its own row only', async () => {
  const { values, wrong, count } = await understood(input('quote-open.csv'))
  expect(count).toBe(4)
  expect(wrong).toEqual([[2, 'size', '"U10']])
  expect(values.map(({ code, size }) => [code, size])).toEqual([
    ['QO-2', '2-4 kg'],
    ['QO-3', 'U12"'],
    ['QO-4', '2-4 kg'],
  ])
})

test.each([
  ['never closed', 'code;size;stock\nA;"U10;1\nB;x;2\nC;y;3\n', 3, ['B', 'C']],
  ['in the same column twice', 'code;size;stock\nA;"U10;1\nB;U12";2\nC;y;3\n', 3, ['B', 'C']],
  ['in the last row', 'code;size;stock\nA;x;1\nB;"y;2', 2, ['A']],
])('every row of a file is read whose quotation mark is %s', async (_, text, count, right) => {
  const read = await understood(csv(text))
  expect(read.count).toBe(count)
  expect(read.values.map(({ code }) => code)).toEqual(right)
})

test('a row with a separator in a bare text is wrong as a whole', async () => {
  const { wrong, values } = await understood(csv('code,name,stock,size\nA,Hake,12,5,2-4 kg\nB,Cod,3,x\n'))
  expect(wrong).toContainEqual([2, undefined, '2-4 kg'])
  expect(values.map(({ code }) => code)).toEqual(['B'])
})

test('one bad byte is a wrong cell, and the file stays UTF-8', async () => {
  for (const start of [0, 3]) {
    const bytes = Uint8Array.from(readFileSync(join(import.meta.dirname, 'inputs/utf8-one-bad-byte.csv'))).slice(start)
    const { values, wrong, form } = await understood(csv(bytes))
    expect(form).toMatchObject({ encoding: 'utf-8', isMarked: start === 0 })
    expect(wrong).toEqual([[2, 'packing', 'Caisse\uFFFD œufs 12 kg']])
    expect(values.map(({ code, trade_name_fr }) => [code, trade_name_fr])).toEqual([['OB-2', 'Églefin']])
  }
})

const dos = (text: string, page: Record<string, number>) =>
  Uint8Array.from([...text].map((sign) => page[sign] ?? sign.charCodeAt(0)))
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
test.each([
  ['windows-1252', Uint8Array.from(Buffer.from('code;nom\nA;Églefin congelé', 'latin1')), 'Églefin congelé'],
  ['macintosh', dos('code;nom\nA;Églefin congelé', { É: 0x83, é: 0x8e }), 'Églefin congelé'],
  ['cp850', dos('code;nom\nA;Églefin congelé', { É: 0x90, é: 0x82 }), 'Églefin congelé'],
  ['windows-1256', hex('636f64653b6e616d650a413bd3e3df20e3cce3cf'), 'سمك مجمد'],
  ['gb18030', hex('636f64653b6e616d650a413bc0e4b6b3f6cfd3e3'), '冷冻鱿鱼'],
  ['big5', hex('636f64653b6e616d650a413ba74eadb9a4a4b3bd'), undefined],
  ['shift_jis', hex('636f64653b6e616d650a413b97e293808343834a'), '冷凍イカ'],
  ['euc-kr', hex('636f64653b6e616d650a413bb3c3b5bf20bfc0c2a1bef6'), '냉동 오징엄'],
  ['utf-16le', Uint8Array.from(Buffer.from('code;name\nA;Églefin congelé\n', 'utf16le')), 'Églefin congelé'],
])('an encoding is guessed from its words: %s', async (encoding, bytes, name) => {
  const { form, table } = await understood(csv(bytes))
  expect(form?.encoding).toBe(encoding)
  if (name) expect(cellText(table.rows[0]?.cells[1])).toBe(name)
})

test.each([
  ['cp850', { ê: 0x88, ç: 0x87, è: 0x8a, É: 0x90, í: 0xa1, ø: 0x9b }],
  ['macintosh', { ê: 0x90, ç: 0x8d, è: 0x8f, É: 0x83, í: 0x92, ø: 0xbf }],
  ['windows-1252', { ê: 0xea, ç: 0xe7, è: 0xe8, É: 0xc9, í: 0xed, ø: 0xf8, À: 0xc0, Ê: 0xca }],
])('one letter tells %s from the others', (_, page: Record<string, number>) => {
  const words = ['Pêche', 'hameçon', 'entière', 'Élevage', 'Almería', 'Tørrfisk', 'CONGELÉ', 'À point', 'PÊCHE']
  for (const word of words.filter((each) => [...each].some((sign) => page[sign]))) {
    const bytes = dos(`code;name\nA;${word}\nB;Hake`, page)
    expect(decodeAs(bytes, guessEncoding(bytes))).toContain(word)
  }
})

test('the guess can be changed', async () => {
  const bytes = dos('code;nom\nA;Églefin', { É: 0x90 })
  const { values } = await understood(csv(bytes), {}, { encoding: 'cp850', separator: ';' })
  expect(values[0]?.trade_name).toBe('Églefin')
})

const stocks = async (cells: string[], choices: Partial<CellChoices> = {}) => {
  const rows = cells.map((cell, at) => `A${at};"${cell}"`)
  const { values, wrong } = await understood(csv(['code;stock', ...rows].join('\n')), choices)
  return [...values.map(({ countInStock }) => countInStock), ...wrong.map(([, , value]) => value)]
}

test('the column decides what a sign between digits means, in every language', async () => {
  for (const locale of ['en', 'fr', 'es'] as const) {
    const { values, wrong } = await understood(input('european-thousands.csv'), { locale })
    expect(values.map(({ countInStock }) => countInStock)).toEqual([1250, 12_500, 1250.5, 850, 12.5])
    expect(wrong).toEqual([])
    expect(await stocks(['1,250', '3'], { locale })).toEqual([3, '1,250'])
    expect(await stocks(['1,250', '3.5'], { locale })).toEqual([1250, 3.5])
    // the column contradicts itself: what is certain is read
    expect(await stocks(['1.250', '3,5', '4.5'], { locale })).toEqual([3.5, 4.5, '1.250'])
    expect(await stocks(['1.250'], { locale, decimal: ',' })).toEqual([1250])
    expect(await stocks(['1.250'], { locale, decimal: '.' })).toEqual([1.25])
  }
})

test('quantities are read with spaces, units and digits of any script; kilograms are refused', async () => {
  const { values, wrong } = await understood(input('narrow-spaces.csv'))
  const read = Object.fromEntries(values.map(({ code, countInStock }) => [code, countInStock]))
  expect(read).toEqual({
    ...{ 'NB-1': 1250.5, 'NB-2': 1250, 'NB-3': 1250.5, 'NB-4': 1250.5, 'NB-5': 1250, 'NB-6': 12.5, 'NB-8': 12.5 },
    ...{ 'NB-9': 125_000.5, 'NB-10': 0.5, 'NB-11': 12.5 },
  })
  expect(wrong.map(([, , value]) => value)).toEqual(['12 500 kg', '-'])
})

test('a size that became a date is a wrong cell that says what it was', async () => {
  const { values, errors } = await understood(input('size-became-date.xlsx'))
  expect(values.map(({ code }) => code)).toEqual(['SD-3'])
  expect(errors.map(({ column, wrong }) => [column, 'values' in wrong && wrong.values?.meant])).toEqual([
    ['size', '2-4'],
    ['size', '5-6'],
  ])
})

test.each([
  '2-avr',
  '04-Feb',
  'abr-26',
  '02/04/2026',
  '2026-04-02',
  'TRUE',
  'oui',
  'Vrai',
  '#N/D',
  '#¡VALOR!',
  'Err:502',
  '####',
  'NaN',
])('no size is %s, and no name', async (cell) => {
  const { wrong } = await understood(csv(`code;name;size\nA1;Hake;${cell}\nA2;${cell};x`))
  expect(wrong).toEqual([
    [2, 'size', cell],
    [3, 'trade_name', cell],
  ])
})

test('an article number that a spreadsheet has shortened is wrong', async () => {
  const { wrong, values } = await understood(csv('code;name\n"4,90123E+12";Hake\n4901234567890;Cod\n1-2-2026;Eel'))
  expect(wrong).toEqual([[2, 'code', '4,90123E+12']])
  expect(values.map(({ code }) => code)).toEqual(['4901234567890', '1-2-2026'])
})

test('the sheet with the most titles comes first; hidden and empty ones are passed over', async () => {
  const { sheets, values } = await understood(input('cover-sheet-first.xlsx'))
  expect(sheets.map(({ name }) => name)).toEqual(['Products', 'Cover'])
  expect(values.map(({ code }) => code)).toEqual(['CS-1', 'CS-2'])
})

test('a list of a web shop: the exact title wins, and its ids are left out', async () => {
  const { table, columns, values } = await understood(input('woocommerce-export.csv'))
  const fields = Object.fromEntries(table.titles.map((title, at) => [title, columns[at]]))
  expect(fields).toMatchObject({ ID: undefined, SKU: 'code', Name: 'trade_name', Stock: 'countInStock' })
  expect([fields['In stock?'], fields.Description]).toEqual([undefined, 'description'])
  // where nothing else is a name
  expect((await understood(csv('SKU;Description\nA;Hake'))).columns).toEqual(['code', 'trade_name'])
  // its types are none of the shop's
  expect(values).toEqual([])
  const alone = await understood(csv('SKU;In stock?\nA;1\nB;0'))
  expect(alone.columns).toEqual(['code', undefined])
})

test('an empty cell clears its field only if that is chosen', async () => {
  const text = 'code;size;glazing;stock\nA;;;'
  expect((await understood(csv(text))).values).toEqual([{ code: 'A' }])
  const cleared = await understood(csv(text.replace('stock\nA;;;', 'name\nA;;;Hake')), { clears: true })
  expect(cleared.values).toEqual([{ code: 'A', size: '', glazing: 0, trade_name: 'Hake' }])
  expect((await understood(csv(text), { clears: true })).wrong).toEqual([[2, 'countInStock', '']])
})

test.each([
  ['two lines of titles', 'Article number;Trade name;;Stock\n;English;French;(t)\nA;Hake;Merlu;2\n'],
  [
    'titles with their translation',
    'Article number;Trade name;Trade name (French);Stock\nRéférence;Nom;Nom français;Stock (t)\nA;Hake;Merlu;2\n',
  ],
  ['titles with units', 'Article number;Trade name;Trade name (French);Stock\n;;;(t)\nA;Hake;Merlu;2\n'],
])('%s are no product', async (_, text) => {
  const { values } = await understood(csv(text))
  expect(values).toMatchObject([{ code: 'A', trade_name: 'Hake', countInStock: 2 }])
})

/** A workbook of ours with another sheet and other formats. */
function workbook(rows: string, { formats = '', after = '', book = '' } = {}): File {
  const parts = unzipSync(xlsxBytes([['']]))
  const styles = `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
  const sheet = `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`
  const whole = { ...parts, 'xl/styles.xml': strToU8(styles), 'xl/worksheets/sheet1.xml': strToU8(sheet) }
  const added = book ? { ...whole, 'xl/workbook.xml': strToU8(book) } : whole
  return new File([Uint8Array.from(zipSync(added))], 'list.xlsx')
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const list = (cell: string, title = 'size') => `<row>${text('code')}${text(title)}</row><row>${text('A')}${cell}</row>`
const format = (code: string) => ({ formats: `<numFmt numFmtId="164" formatCode="${code}"/>` })

test.each([
  ['stock', '<c s="1"><v>12</v></c>', '0&quot; t&quot;', 12],
  ['stock', '<c s="1"><v>12</v></c>', '0&quot; kg&quot;', undefined],
  ['stock', '<c s="1"><v>0.1</v></c>', '0%', undefined],
  ['stock', '<c s="1"><v>12.5</v></c>', '[$€-40C] #,##0.00', undefined],
  ['stock', '<c s="1"><v>46114</v></c>', 'dd/mm/yyyy', undefined],
  ['stock', '<c s="1"><v>1250.5</v></c>', '#,##0', 1250.5],
  ['stock', '<c><v>0.30000000000000004</v></c>', '', 0.3],
  ['stock', '<c t="b"><v>1</v></c>', '', undefined],
  ['stock', '<c t="e"><v>#N/A</v></c>', '', undefined],
  ['stock', '<c><f>A1*2</f></c>', '', undefined],
  ['stock', '<c><f>A1*2</f><v>4</v></c>', '', 4],
  ['glazing', '<c s="1"><v>0.125</v></c>', '0.0%', 12.5],
  ['glazing', '<c s="1"><v>10</v></c>', '0&quot; %&quot;', 10],
  ['size', '<c s="1"><v>7</v></c>', '00000', '00007'],
  ['size', '<c s="1"><v>2</v></c>', '0&quot; kg&quot;', '2 kg'],
  ['size', '<c t="str"><f>A1</f><v>2-4 kg</v></c>', '', '2-4 kg'],
  ['size', '<c t="b"><v>0</v></c>', '', undefined],
])('in the column %s, %s with the format “%s” is %s', async (title, cell, code, value) => {
  const { values, wrong } = await understood(workbook(list(cell, title), format(code)))
  const name = title === 'stock' ? 'countInStock' : title
  expect(values.map((row) => Reflect.get(row, name))).toEqual(value === undefined ? [] : [value])
  expect(wrong.map(([, column]) => column)).toEqual(value === undefined ? [name] : [])
})

test('merged cells are read in each of their rows, and hidden rows only if that is chosen', async () => {
  const rows = `<row>${text('code')}${text('Family')}</row><row>${text('A')}${text('Zeidae')}</row><row>${text('B')}</row><row hidden="1">${text('C')}</row>`
  const file = workbook(rows, { after: '<mergeCells><mergeCell ref="B2:B4"/></mergeCells>' })
  const { values, ...found } = await understood(file)
  expect(values).toEqual([
    { code: 'A', category: 'Zeidae' },
    { code: 'B', category: 'Zeidae' },
  ])
  const all = matching({
    ...found,
    kind: undefined,
    columns: undefined,
    choices: { ...firstChoices, readsHidden: true },
  } as never)
  expect(all.table.rows).toHaveLength(3)
})

test('addresses of pictures stay what they are', async () => {
  const { pictures } = await understood(input('picture-urls.csv'))
  expect(pictures).toEqual(['https://shop.example/wp-content/uploads/hake.jpg', '/img/p/1/2/hake.jpg'])
})
