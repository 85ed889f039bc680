import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { saveChosen } from '../../../../../src/parts/files/choose-files.ts'
import { unfitWords } from '../../../../../src/parts/files/file-words.ts'

test('a PDF that was moved or deleted after it was chosen is not called a picture', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const file = new File(['%PDF'], 'Paper.pdf', { type: 'application/pdf' })
  const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  file.arrayBuffer = vi.fn(gone)
  file.slice = () => file
  const device = { db: createDatabase('moved-file'), clock: { now: () => 1 } }
  const result = await saveChosen(device, { userId: 'ann', order: 'o1' }, { file, original: false })
  expect(result).toBe('unreadable')
  if (result === 'saved') throw new Error('not reached')
  expect(i18n._(unfitWords[result])).toBe('this file cannot be read here')
})
