import { expect, test, vi } from 'vitest'
import { mergeEdits, sendMerged, showUnsaved } from '../../../../src/forms/edit-conflict.tsx'

interface Thing {
  version: number
  name: string
  stock: string
  packing: string
}

const start: Thing = { version: 1, name: 'Hake', stock: '5', packing: '' }
const valuesOf = ({ name, stock, packing }: Thing) => ({ name, stock, packing })
const late = { ok: false as const, refusal: { status: 409, code: 'edited-meanwhile' as const, detail: '', errors: [] } }
const said = (body: Thing) => ({ ok: true as const, status: 200, body, isShops: true })

test.each([
  ['only somebody else changed it', '5', '6', '6', []],
  ['only the reader changed it', '7', '5', '7', []],
  ['both made the same change', '7', '7', '7', []],
  ['both changed it differently', '7', '6', '7', ['stock']],
  ['unchanged by both', '5', '5', '5', []],
  ['the reader emptied what somebody else changed', '', '6', '', ['stock']],
])('a field: %s', (_, yours, saved, merged, both) => {
  const versions = { start: { stock: '5' }, yours: { stock: yours }, saved: { stock: saved } }
  expect(mergeEdits(versions)).toEqual({ merged: { stock: merged }, both })
})

test('changes of others are merged and sent again with the newer version', async () => {
  const saved = { version: 2, name: 'Hake fillet', stock: '5', packing: '10 kg' }
  const send = vi.fn(async (values: ReturnType<typeof valuesOf>, base: Thing) =>
    base.version === 2 ? said({ ...values, version: 3 }) : late,
  )
  const values = { name: 'Hake', stock: '7', packing: '' }
  const sent = await sendMerged({ start, values, valuesOf, send, fetchSaved: async () => said(saved) })
  expect(sent).toEqual({ kind: 'saved', body: { version: 3, name: 'Hake fillet', stock: '7', packing: '10 kg' } })
  expect(send).toHaveBeenCalledTimes(2)
})

test('a field that both changed is a conflict, and nothing is sent again', async () => {
  const saved = { ...start, version: 2, stock: '6', packing: '10 kg' }
  const send = vi.fn(async () => late)
  const values = { name: 'Cod', stock: '7', packing: '' }
  expect(await sendMerged({ start, values, valuesOf, send, fetchSaved: async () => said(saved) })).toEqual({
    kind: 'conflict',
    saved,
    merged: { name: 'Cod', stock: '7', packing: '10 kg' },
    both: ['stock'],
  })
  expect(send).toHaveBeenCalledTimes(1)
})

test('in a conflict the form gets what the other person has changed, and what was typed meanwhile stays', () => {
  const values = { name: 'Cod', stock: '7', texts: { en: 'Fresh', fr: '' } }
  const merged = { ...values, texts: { en: 'Fresh', fr: 'Frais' } }
  const [change, onConflict] = [vi.fn(), vi.fn()]
  const sent = { kind: 'conflict' as const, merged, saved: 1, both: ['stock'] }
  expect(showUnsaved(sent, { form: { change }, values, onConflict })).toBe('failed')
  expect(change).toHaveBeenCalledExactlyOnceWith({ texts: { fr: 'Frais' } })
  expect(onConflict).toHaveBeenCalledExactlyOnceWith(sent)
})

test('other refusals are returned, also of the read; a server that always refuses ends the tries', async () => {
  const values = valuesOf(start)
  const gone = { ok: false as const, refusal: { status: 404, code: 'not-found' as const, detail: '', errors: [] } }
  const fetchSaved = vi.fn(async () => said(start))
  const kind = 'refused'
  expect(await sendMerged({ start, values, valuesOf, send: async () => gone, fetchSaved })).toEqual({
    kind,
    refusal: gone.refusal,
  })
  expect(fetchSaved).not.toHaveBeenCalled()
  expect(await sendMerged({ start, values, valuesOf, send: async () => late, fetchSaved: async () => gone })).toEqual({
    kind,
    refusal: gone.refusal,
  })
  const send = vi.fn(async () => late)
  expect(await sendMerged({ start, values, valuesOf, send, fetchSaved })).toEqual({ kind, refusal: late.refusal })
  expect(send.mock.calls.length).toBeLessThan(10)
})
