// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { commonTables, copyRows } from '../../../../server/scripts/move/copy-shop.ts'
import {
  type Columns,
  commonForm,
  createTally,
  type Form,
  type Row,
  type Target,
} from '../../../../server/scripts/move/side.ts'

const columns: Columns = new Map<string, Form>([
  ['id', 'text'],
  ['qty', 'number'],
])

/** A database in memory; `spoil` changes what is stored. */
function memory(rows: Row[], spoil = (row: Row): Row[] => [row]): Target & { stored: Row[] } {
  const stored = [...rows]
  return {
    stored,
    tables: async () => new Map([['line', columns]]),
    journal: async () => [],
    count: async () => stored.length,
    async *rows() {
      yield [...stored]
    },
    links: async () => [],
    empty: async () => void stored.splice(0),
    insert: async (_table, _columns, added) => void stored.push(...added.flatMap(spoil)),
    renewEpoch: async () => {},
    continueNumbers: async () => {},
    commit: async () => {},
  }
}

async function copy(target: Target): Promise<number> {
  const source = memory([
    ['a', 1.5],
    ['b', 2],
    ['b', 2],
  ])
  return copyRows({ source, target, tables: await commonTables(source, target) }, () => {})
}

describe('the comparison after a move', () => {
  it('takes a copy that is the same', async () => {
    expect(await copy(memory([]))).toBe(3)
  })

  it.each([
    ['a row is missing', (row: Row) => (row[0] === 'a' ? [] : [row])],
    ['a number was rounded', ([id = '', qty]: Row) => [[id, Math.round(Number(qty))]]],
    ['a text has changed', ([, qty = 0]: Row) => [['ä', qty]]],
    ['a row is there twice', (row: Row) => (row[0] === 'a' ? [row, row] : [row])],
  ])('notices that %s', async (_, spoil) => {
    await expect(copy(memory([], spoil))).rejects.toThrow('The copy of line differs from the original')
  })

  it('compares times, JSON and bytes by what they mean', () => {
    const forms: Columns = new Map<string, Form>([
      ['at', 'time'],
      ['body', 'json'],
      ['file', 'bytes'],
    ])
    const [one, other] = [createTally(forms), createTally(forms)]
    one.add(['2026-01-01T00:00:00.000Z', '{"a":1,"b":2}', new Uint8Array([1])])
    other.add(['2026-01-01T01:00:00+01:00', '{ "b": 2, "a": 1 }', Buffer.from([1])])
    expect(one.read()).toEqual(other.read())
    expect(commonForm('text', 'time')).toBe('time')
    expect(() => commonForm('text', 'bytes')).toThrow('A column is text')
  })
})
