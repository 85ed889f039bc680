import { expect, expectTypeOf, it } from 'vitest'
import { type Static, Type } from '../../contract/schema.ts'

const Line = Type.Object({ name: Type.String({ minLength: 1 }), note: Type.Optional(Type.String()) })
const Sheet = Type.Object(
  {
    kind: Type.Union([Type.Literal('wild'), Type.Literal('farmed')]),
    lines: Type.Array(Line, { maxItems: 3 }),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    weight: Type.Number(),
    fresh: Type.Boolean(),
  },
  { description: 'a sheet' },
)

it('is plain JSON Schema', () => {
  expect(JSON.parse(JSON.stringify(Sheet))).toEqual({
    type: 'object',
    description: 'a sheet',
    required: ['kind', 'lines', 'weight', 'fresh'],
    properties: {
      kind: {
        anyOf: [
          { type: 'string', const: 'wild' },
          { type: 'string', const: 'farmed' },
        ],
      },
      lines: {
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 }, note: { type: 'string' } },
        },
      },
      count: { type: 'integer', minimum: 1 },
      weight: { type: 'number' },
      fresh: { type: 'boolean' },
    },
  })
  expect(Type.Object({})).toEqual({ type: 'object', properties: {} })
  expect(Type.Object({ a: Type.Optional(Type.Unknown()) })).not.toHaveProperty('required')
})

it('leaves a schema required that was made optional elsewhere', () => {
  const name = Type.String()
  Type.Object({ name: Type.Optional(name) })
  expect(Type.Object({ name })).toHaveProperty('required', ['name'])
})

it('knows the type of what it describes', () => {
  expectTypeOf<Static<typeof Sheet>>().toEqualTypeOf<{
    kind: 'wild' | 'farmed'
    lines: { name: string; note?: string }[]
    count?: number
    weight: number
    fresh: boolean
  }>()
})
