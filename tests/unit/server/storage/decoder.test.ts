// @vitest-environment node
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { mostRoom } from '../../../../server/storage/convert.ts'
import { createDecoder } from '../../../../server/storage/decoder.ts'
import { bombs, jpegOfScans } from '../../../support/hostile-pictures.ts'
import { peakOfTree } from '../../../support/memory-of-tree.ts'

const picture = (side = 300) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const card = async (side?: number) => ({ kind: 'card' as const, bytes: await picture(side) })
const unreadable = { broken: { rule: 'readablePicture' } }

it('refuses by its header what would take more memory than there is, and says how many pixels fit', async () => {
  const decode = createDecoder()
  const convert = decode('somebody', { kind: 'convert', bytes: bombs().avif })
  await expect(convert).rejects.toMatchObject({ broken: { rule: 'megapixels', params: { limit: 12 } } })
})

it('ends a process that takes more memory than its header says, and goes on with the next picture', async () => {
  const decode = createDecoder({ ...mostRoom, decoder: 1e12, memory: 130_000_000 })
  const converting = decode('somebody', { kind: 'convert', bytes: bombs().avif })
  const refused = expect(converting).rejects.toMatchObject(unreadable)
  expect(await peakOfTree(process.pid, refused, { own: false })).toBeLessThan(500)
  expect(await decode('somebody', await card())).toBeInstanceOf(Uint8Array)
})

it('ends a process that takes too long', async () => {
  const decode = createDecoder({ ...mostRoom, time: 1 })
  await expect(decode('somebody', { kind: 'convert', bytes: await picture(2000) })).rejects.toMatchObject(unreadable)
})

it('decodes a picture that comes at the moment in which the idle process is ended', async () => {
  const decode = createDecoder()
  const work = await card()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await decode('somebody', work)
    vi.advanceTimersByTime(10_000)
    expect(await decode('somebody', work)).toBeInstanceOf(Uint8Array)
  } finally {
    vi.useRealTimers()
  }
})

it('decodes pictures of others between the many of one person, also after one that is refused', async () => {
  const decode = createDecoder()
  const done: string[] = []
  const as = async (who: string, bytes: Buffer) => {
    await decode(who, { kind: 'card', bytes }).catch(() => undefined)
    done.push(who)
  }
  const bytes = await picture()
  await Promise.all([as('many', Buffer.from('nothing')), as('many', bytes), as('many', bytes), as('other', bytes)])
  expect(done).toEqual(['many', 'other', 'many', 'many'])
})

it.each([
  [1, 6],
  [100, 0],
  [4000, 0],
])('of a JPEG whose last scan is there %d times makes %d pictures', async (scans, made) => {
  const decode = createDecoder()
  const converting = decode('somebody', { kind: 'convert', bytes: await jpegOfScans(scans) })
  if (made > 0) expect((await converting).files).toHaveLength(made)
  else await expect(converting).rejects.toMatchObject({ ...unreadable, message: 'The picture has too many scans.' })
})
