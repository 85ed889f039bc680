// @vitest-environment node
import fastify, { type FastifyError } from 'fastify'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { RegisterInput } from '../../../contract/accounts.ts'
import { failedChecks, invalidFields } from '../../../contract/broken-rules.ts'
import { OrderInput } from '../../../contract/orders.ts'
import { newShop } from '../../../contract/shop.ts'
import { ShopUpdate } from '../../../contract/shop-input.ts'
import { ajvOptions, jsonSchema, invalidFields as serverFields } from '../../../server/http/validation.ts'

const person = { name: 'Awa', email: 'awa@example.com', password: 'secret1' }
const address = { phone: '1', address: 'Rue 1', city: 'Dakar', postalCode: '1', country: 'Senegal' }
const { version: _, legal: __, ...shop } = newShop
const order = { orderItems: [{ fishe: 'f', qty: 1 }], shippingAddress: address }

const cases: [v.GenericSchema, object, object][] = [
  [RegisterInput, person, {}],
  [RegisterInput, { ...person, name: undefined }, { name: 'required' }],
  [RegisterInput, { ...person, name: ' ', password: 'abc' }, { name: 'required', password: 'minLength' }],
  [RegisterInput, { ...person, name: 'a\nb', email: 'x'.repeat(300) }, { name: 'oneLine', email: 'maxLength' }],
  [RegisterInput, { ...person, terms: 1.5 }, { terms: 'wholeNumber' }],
  [OrderInput, { ...order, orderItems: [] }, { orderItems: 'minItems' }],
  [OrderInput, { ...order, orderItems: [{ fishe: 'f', qty: 0 }] }, { 'orderItems.0.qty': 'exclusiveMinimum' }],
  [OrderInput, { ...order, wishes: { neededBy: '2026-02-30' } }, { 'wishes.neededBy': 'day' }],
  [OrderInput, { ...order, wishes: { incoterm: 'XXX' } }, { 'wishes.incoterm': 'allowedValue' }],
  [ShopUpdate, { ...shop, copyrightYear: 1 }, { copyrightYear: 'minimum' }],
  [ShopUpdate, { ...shop, currencies: ['eur'] }, { 'currencies.0': 'currency' }],
]

test.each(cases)('%# form and server name the same broken rules: %o', async (schema, body, rules) => {
  const app = fastify({ ajv: { customOptions: ajvOptions } })
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.code(422).send(serverFields(error.validation ?? [])),
  )
  app.post('/', { schema: { body: jsonSchema(schema) } }, async (request) => failedChecks(schema, request.body))
  const found = invalidFields(schema, body)
  expect(Object.fromEntries(found.map(({ path, rule }) => [path, rule]))).toEqual(rules)
  const answer = await app.inject({ method: 'POST', url: '/', payload: body })
  const byPath = (fields: { path: string }[]) => fields.toSorted((one, two) => one.path.localeCompare(two.path))
  expect(byPath(answer.json())).toEqual(byPath(found))
})

test('what JSON Schema cannot say is a check of the schema, with the name of its rule', () => {
  const wrong = { ...shop, email: 'nobody', phone: 'abc', currencies: ['EUR', 'EUX'], timeZone: 'Dakar' }
  const found = Object.entries({ email: 'email', phone: 'phone', 'currencies.1': 'currency', timeZone: 'timeZone' })
  const expected = found.map(([path, rule]) => ({ path, rule }))
  expect(failedChecks(ShopUpdate, wrong)).toEqual(expected)
  expect(invalidFields(ShopUpdate, wrong)).toEqual(expected)
})
