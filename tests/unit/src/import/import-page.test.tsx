import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FishImportInput } from '../../../../contract/fishes.ts'
import { headers } from '../../../../contract/service.ts'
import { putValue } from '../../../../src/db/database.ts'
import { putSession } from '../../../../src/db/session.ts'
import { readTable } from '../../../../src/tables/read-table.ts'
import { offline, refusal, type Saying, type Seen } from '../../../support/fake-server.ts'
import { detail, fish } from '../../../support/fishes.ts'
import { stubWorker } from '../../../support/inline-worker.ts'
import { admin, type OpenShop, openAs } from '../../../support/open-shop.tsx'

beforeEach(stubWorker)
afterEach(() => void vi.unstubAllGlobals())

const put = 'POST /fishes/import/'
const upload = 'POST /fishes/upload/'
const rowsOf = ({ body }: Seen) => (body as FishImportInput).rows
const isCheck = ({ path }: Seen) => path.includes('check')

const accept = (seen: Seen) => {
  const rows = rowsOf(seen).map(({ code = '' }) => ({ kind: 'new' as const, ...(!isCheck(seen) && { _id: code }) }))
  return { body: { new: rows.length, changed: 0, unchanged: 0, rows } }
}
/** Accepts every check and the first batches of the import. */
function acceptUpTo(
  batches: number,
  then: (seen: Seen) => ReturnType<Extract<Saying, (seen: Seen) => unknown>>,
): Saying {
  let left = batches
  return (seen) => {
    if (isCheck(seen)) return accept(seen)
    left -= 1
    return left >= 0 ? accept(seen) : then(seen)
  }
}

/** The lines of a spreadsheet. */
function sheet(count: number, { picture = '' } = {}): File {
  const line = (n: number) =>
    `A-${n};Hake;Merlu;Merluza;Merlucciidae;Actinopterygii;fish;1;${picture && picture + n}.png`
  const titles = 'code;trade_name;trade_name_fr;trade_name_es;category;classe;type;stock;photo'
  return new File([[titles, ...Array.from({ length: count }, (_, n) => line(n))].join('\n')], 'list.csv')
}

const press = async ({ user }: OpenShop, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

/** An import up to the press of its last button. */
async function importing(file: File, answers: Record<string, Saying>, pictures: File[] = []): Promise<OpenShop> {
  const shop = await openAs(admin, '/admin/import', answers)
  if (pictures.length > 0) {
    await shop.user.upload(await screen.findByLabelText('Choose pictures'), pictures)
    await screen.findByText(`Pictures chosen: ${pictures.length}`)
  }
  await shop.user.upload(await screen.findByLabelText('Choose a spreadsheet'), file)
  await press(shop, 'Check the rows')
  await press(shop, /^Import [\d,]+ rows?$/)
  return shop
}
const sent = ({ server }: OpenShop) =>
  server
    .callsTo(put)
    .filter((seen) => !isCheck(seen))
    .map((seen) => [rowsOf(seen)[0]?.code, seen.headers.get(headers.key)])

const group = () => screen.getByRole('group', { name: 'Import products' })

test('a screen reader meets one control for a choice of files, and the keyboard reaches it', async () => {
  const { user } = await openAs(admin, '/admin/import')
  const [choice, ...others] = await screen.findAllByLabelText('Choose a spreadsheet')
  expect(others).toEqual([])
  expect(screen.queryByRole('button', { name: 'Choose a spreadsheet' })).toBeNull()
  for (let at = 0; at < 60 && document.activeElement !== choice; at++) await user.tab()
  expect(document.activeElement).toBe(choice)
})

test('a cancelled import says how many rows are in, and imported again doubles none', async () => {
  let cut = (_: Error) => {}
  // the second batch gets no answer
  const wait = () => new Promise<never>((_, reject) => (cut = reject))
  const shop = await importing(sheet(1200), { [put]: acceptUpTo(1, wait) })
  await waitFor(() => expect(sent(shop)).toHaveLength(2))
  await press(shop, 'Cancel')
  cut(new DOMException('aborted', 'AbortError'))
  const stopped = await screen.findByText('You can import again: no row is imported twice.')
  expect(stopped.closest('[role=status]')?.textContent).toContain('Rows imported: 500 of 1,200')
  expect(document.activeElement).toBe(group())
  shop.server.sayings[put] = accept
  await press(shop, 'Import 1,200 rows')
  await screen.findByText('Imported. New: 1,200, changed: 0, unchanged: 0.')
  const batches = sent(shop)
  expect(batches.map(([code]) => code)).toEqual(['A-0', 'A-500', 'A-0', 'A-500', 'A-1000'])
  // the same keys, so that the shop takes each batch once
  expect(batches.slice(2, 4)).toEqual(batches.slice(0, 2))
})

test('a cut connection and an ended session say the same, and another screen in between loses nothing', {
  tags: '@long',
}, async () => {
  const shop = await importing(sheet(1200), { [put]: acceptUpTo(1, offline) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('There is no connection to the shop.')
  expect(alert.textContent).toContain('Rows imported: 500 of 1,200')
  shop.server.sayings[put] = refusal(401, 'login-required')
  await press(shop, 'Import 1,200 rows')
  await screen.findByText('Please log in again.')
  expect(screen.getByRole('alert').textContent).toContain('no row is imported twice')
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toContain('import')

  shop.server.sayings[put] = accept
  shop.history.push('/about')
  await screen.findByRole('heading', { level: 1, name: /About/ })
  // the login, which the guard of the screen asks for
  await putSession(shop.deps.db, { ...admin, token: 'another' })
  shop.history.push('/admin/import')
  await press(shop, 'Import 1,200 rows')
  await screen.findByText('Imported. New: 1,200, changed: 0, unchanged: 0.')
  expect(new Set(sent(shop).map(([, key]) => key)).size).toBe(3)
})

test('an import is cancelled when another person logs in, who begins anew', { tags: '@long' }, async () => {
  const shop = await importing(sheet(1200), { [put]: acceptUpTo(1, () => new Promise<never>(() => {})) })
  await waitFor(() => expect(sent(shop)).toHaveLength(2))
  shop.history.push('/about')
  await screen.findByRole('heading', { level: 1, name: /About/ })
  await putSession(shop.deps.db, { ...admin, userId: 'other', token: 'another' })
  shop.history.push('/admin/import')
  await screen.findByLabelText('Choose a spreadsheet')
  expect(screen.queryByText(/Rows imported/)).toBeNull()
})

test('pictures that are in the shop are not sent again: a refused one is listed, a lost right stops them all', async () => {
  const pictures = [0, 1, 2].map((n) => new File(['x'], `hake-${n}.png`, { type: 'image/png' }))
  const stored = { body: '/images/1.webp' }
  const answers = [stored, refusal(403, 'forbidden'), refusal(415, 'bad-picture')]
  const shop = await importing(
    sheet(3, { picture: 'hake-' }),
    { [put]: accept, [upload]: () => answers.shift() ?? stored },
    pictures,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Pictures: 1 of 3')
  await press(shop, 'Import 3 rows')
  await screen.findByText('Pictures stored: 2')
  expect(screen.getByText(/hake-1.png/).textContent).toContain('This picture cannot be read.')
  expect(shop.server.callsTo(upload)).toHaveLength(4)
})

test('of several pictures of a product the first is sent as its picture, the others after it', async () => {
  const pictures = ['front.png', 'hake-0.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  const further = 'POST /fishes/A-0/pictures/'
  const answers = { [put]: accept, [upload]: { body: '/images/1.webp' }, [further]: { body: detail() } }
  const shop = await importing(sheet(1, { picture: 'front.png|hake-' }), answers, pictures)
  await screen.findByText('Pictures stored: 2')
  expect([upload, further].map((call) => shop.server.callsTo(call).length)).toEqual([1, 1])
})

test('pictures that cannot be read leave the checked list as it is', async () => {
  const shop = await openAs(admin, '/admin/import', { [put]: accept })
  await shop.user.upload(await screen.findByLabelText('Choose a spreadsheet'), sheet(1, { picture: 'hake-' }))
  await press(shop, 'Check the rows')
  await screen.findByRole('button', { name: 'Import 1 row' })
  class BrokenWorker extends EventTarget {
    postMessage = () => this.dispatchEvent(new Event('messageerror'))
    terminate = () => {}
  }
  vi.stubGlobal('Worker', BrokenWorker)
  await shop.user.upload(screen.getByLabelText('Choose pictures'), new File(['x'], 'hake.zip'))
  expect((await screen.findByText('These archives cannot be opened:')).parentElement?.textContent).toContain('hake.zip')
  expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeTruthy()
})

/** A list with titles of its own, up to the match of its columns. */
async function chosen(lines: string[], answers: Record<string, Saying>): Promise<OpenShop> {
  const shop = await openAs(admin, '/admin/import', answers)
  await choose(shop, lines)
  return shop
}
const choose = async ({ user }: OpenShop, lines: string[]) =>
  user.upload(await screen.findByLabelText('Choose a spreadsheet'), new File([lines.join('\n')], 'list.csv'))

test('without a connection, old and new values come from the catalogue on the device, and nothing can be imported', async () => {
  const shop = await openAs(admin, '/admin/import', { [put]: offline })
  await shop.deps.db.fishes.put(fish({ code: 'A-1', size: '2-4 kg' }))
  await putValue(shop.deps.db, 'catalogue', { cursor: '1', complete: true, at: 1 })
  await choose(shop, ['code;size;packing', 'a-1;4-6 kg;', 'A-2;1-2 kg;Box'])
  await press(shop, 'Check the rows')
  const changes = await screen.findByRole('table', { name: 'Products that change' })
  expect(changes.textContent).toContain('2-4 kg → 4-6 kg')
  expect(changes.textContent).not.toContain('Packing')
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
  shop.server.sayings[put] = accept
  await press(shop, 'Check again')
  await screen.findByRole('button', { name: 'Import 2 rows' })
})

test('the fields of a list are remembered by its titles', { tags: '@long' }, async () => {
  const lines = ['code;Kaliber', 'A-1;2-4 kg']
  const shop = await chosen(lines, { [put]: accept })
  await shop.user.selectOptions(await screen.findByLabelText('Field of the product: Kaliber'), 'Size')
  await press(shop, 'Check the rows')
  await press(shop, 'Choose another file')
  await choose(shop, lines)
  expect(await screen.findByLabelText<HTMLSelectElement>('Field of the product: Kaliber')).toHaveProperty(
    'value',
    'size',
  )
})

test('a column that all new products lack is said once, and one name stands for all languages', {
  tags: '@long',
}, async () => {
  const required = ['trade_name_fr', 'trade_name_es', 'category'] as const
  const saying: Saying = (seen) => {
    const errors = rowsOf(seen).flatMap((row, at) =>
      required
        .filter((name) => !row[name])
        .map((name) => ({ path: `rows.${at}.${name}`, rule: 'required' as const, detail: '' })),
    )
    return errors.length > 0 ? refusal(422, 'invalid-fields', errors) : accept(seen)
  }
  const rows = Array.from({ length: 30 }, (_, n) => `A-${n};Hake ${n};${n < 20 ? 'Zeidae' : ''}`)
  const shop = await chosen(['code;name', ...rows.map((row) => row.replace(/;[^;]*$/, ''))], { [put]: saying })
  await press(shop, 'Check the rows')
  const said = await screen.findByText(/^New products need:/)
  expect(said.textContent).toContain('Trade name (French), Trade name (Spanish), Family')
  expect(said.textContent).toContain('30')
  expect(screen.queryByRole('table', { name: 'Wrong cells' })).toBeNull()
  await press(shop, 'Choose another file')

  await choose(shop, ['code;name;family', ...rows])
  await shop.user.click(await screen.findByLabelText('New products have this one name in every language'))
  await press(shop, 'Check the rows')
  await press(shop, 'Import 20 valid rows')
  await screen.findByText('Imported. New: 20, changed: 0, unchanged: 0.')
  expect(rowsOf(shop.server.callsTo(put).at(-1) as Seen)[0]).toMatchObject({
    trade_name_fr: 'Hake 0',
    trade_name_es: 'Hake 0',
  })
})

test('the same wrong value is listed once, and its rows can be downloaded', { tags: '@long' }, async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  const shop = await chosen(['code;type;size', 'A;simple;x', 'B;simple;y', 'C;fish;z'], { [put]: accept })
  await press(shop, 'Check the rows')
  const wrong = await screen.findByRole('table', { name: 'Wrong cells' })
  expect(wrong.textContent).toContain('and 1 other row')
  await press(shop, 'Download the wrong rows')
  await waitFor(() => expect(saved).toHaveLength(1))
  const reading = await readTable(new File(saved, 'wrong.xlsx'))
  if (reading.kind !== 'sheets') throw new Error(reading.kind)
  expect(reading.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
    ['code', 'type', 'size', 'What is wrong'],
    ['A', 'simple', 'x', 'Type: Please write fish or seafood'],
    ['B', 'simple', 'y', 'Type: Please write fish or seafood'],
  ])
})
