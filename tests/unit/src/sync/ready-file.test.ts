import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { readyFile } from '../../../../src/orders/files/chosen-files.tsx'

const paper = (name: string, text = '%PDF-1.7') =>
  readyFile(new File([text], name, { type: 'application/pdf' }), { original: false })

test.each([
  ['Pro forma.pdf', 'Pro forma.pdf'],
  ['Bill\nof\tlading.pdf', 'Bill of lading.pdf'],
  ['photo\u202efdp.exe', 'photofdp.exe'],
  ['\u2066Facture\u2069 \u200f12.pdf', 'Facture 12.pdf'],
  ['   ', 'file'],
  ['\u202e', 'file'],
])('the name %j is sent as %j', async (name, sent) => {
  expect((await paper(name)).name).toBe(sent)
})

test('a long name keeps its end, and no half of a character', async () => {
  const { name } = await paper(`${'🐟'.repeat(limits.fileNameLength)}x.pdf`)
  expect(name.length).toBeLessThanOrEqual(limits.fileNameLength)
  expect(name).toMatch(/^🐟+x\.pdf$/u)
})

test.each(['empty.pdf', 'empty.jpg'])('%s without a byte is called empty', async (name) => {
  await expect(readyFile(new File([], name), { original: false })).rejects.toMatchObject({ reason: 'empty' })
})

test('more than the limit is called too large', async () => {
  await expect(paper('large.pdf', 'x'.repeat(limits.fileBytes + 1))).rejects.toMatchObject({ reason: 'size' })
})
