import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { openTestShop } from '../harness.ts'

const t = await openTestShop()
const token = (await t.addUser({ admin: true })).token
afterAll(() => t.close())
const send = async (user_message: string) => {
  const body = { user_object: 'Price', user_name: 'Vera', user_email: 'vera@example.org', user_message }
  return (await t.call('POST', '/contact/', { body })).json._id as string
}
const list = (query: Record<string, string> = {}) => t.call('GET', '/messages/', { token, query })
const put = (id: string, body: unknown) => t.call('PUT', `/messages/${id}/`, { token, body })

it('are listed newest first, with their total', async () => {
  const [first, second] = [await send('One'), await send('Two')]
  const { json, headers } = await list()
  expect(json.map(({ _id }: { _id: string }) => _id)).toEqual([second, first])
  expect(headers['x-total-count']).toBe('2')
  const { created_at, ...message } = json[1]
  expect(Date.parse(created_at)).toBeGreaterThan(0)
  const state = { isRead: false, isAnswered: false }
  const sender = { subject: 'Price', name: 'Vera', email: 'vera@example.org' }
  expect(message).toEqual({ _id: first, ...sender, message: 'One', ...state })
  const newest = await list({ per_page: '1' })
  expect([newest.json.length, newest.headers.link]).toEqual([1, '</api/messages/?page=2&per_page=1>; rel="next"'])
})

it('are new until read, and can be marked as new again', async () => {
  const id = await send('Read me')
  const isNew = async () => (await list({ state: 'new' })).json.some(({ _id }: { _id: string }) => _id === id)
  expect(await isNew()).toBe(true)
  expect((await put(id, { isRead: true })).json).toMatchObject({ isRead: true, isAnswered: false })
  expect(await isNew()).toBe(false)
  await put(id, { isRead: false })
  expect(await isNew()).toBe(true)
  expect((await put(id, { isAnswered: true })).json).toMatchObject({ isRead: true, isAnswered: true })
  expect((await put(id, { isAnswered: false })).json).toMatchObject({ isRead: true, isAnswered: false })
})

it('are filtered by state on every page', async () => {
  await Promise.all(['A', 'B', 'C'].map(send))
  const page = await list({ state: 'new', per_page: '1' })
  expect(page.headers.link).toBe('</api/messages/?state=new&page=2&per_page=1>; rel="next"')
})

it('are deleted once', async () => {
  const id = await send('Spam')
  const remove = () => t.call('DELETE', `/messages/${id}/`, { token })
  expect([(await remove()).status, (await remove()).status, (await put(id, { isRead: true })).status]).toEqual([
    204, 404, 404,
  ])
})

it('are not changed by an empty or invalid update', async () => {
  const id = await send('Odd')
  const answers = [await put(id, {}), await put(id, { isRead: 'yes' }), await put(v7(), { isRead: true })]
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 404])
  expect((await list({ state: 'old' })).status).toBe(400)
})
