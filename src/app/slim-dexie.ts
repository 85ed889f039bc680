import type { Plugin } from 'vite'

/**
 * What the shop never asks of Dexie, by the class that has it. The bundler cannot see that a method is never called; with
 * the method gone, it drops what only that method needed. Whoever needs one of them takes its name out of this list: the
 * unit tests run on the slim Dexie, too (vite.config.ts).
 */
const unusedMethods: Record<string, string[]> = {
  Table: ['offset', 'each', 'mapToClass', 'defineClass', 'add', 'upsert', 'bulkAdd', 'bulkUpdate'],
  Collection: [
    ...['raw', 'sortBy', 'offset', 'until', 'desc', 'distinct', 'eachKey', 'eachUniqueKey', 'eachPrimaryKey', 'keys'],
    ...['uniqueKeys', 'firstKey', 'lastKey'],
  ],
  WhereClause: [
    ...['above', 'aboveOrEqual', 'below', 'belowOrEqual', 'notEqual', 'anyOf', 'noneOf', 'inAnyRange'],
    ...['startsWithAnyOf', 'startsWithIgnoreCase', 'equalsIgnoreCase', 'anyOfIgnoreCase', 'startsWithAnyOfIgnoreCase'],
  ],
  Dexie: ['hasBeenClosed', 'hasFailed', 'dynamicallyOpened'],
}

/** The same for what hangs on `Dexie` itself. */
const unusedStatics = [
  ...['delete', 'exists', 'getDatabaseNames', 'defineClass', 'async', 'spawn', 'waitFor', 'derive', 'extend', 'props'],
  ...['override', 'Events', 'extendObservabilitySet', 'getByKeyPath', 'setByKeyPath', 'delByKeyPath', 'shallowClone'],
  ...['deepClone', 'getObjectDiff', 'asap'],
]

/**
 * Layers that do nothing in this shop: the cache of results is switched off (src/db/database.ts), so nobody is to be told
 * of it either; and no table has hooks.
 */
const idleLayers = [
  'this.use(cacheMiddleware);',
  'this.use(hooksMiddleware);',
  'signalSubscribersNow(updateParts, true);',
  'signalSubscribersNow(everything, true);',
]

/** What is looked at in the parsed source; positions are those of its text. */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  id?: Node | null
  key?: Node
  value?: unknown
  body?: unknown
  callee?: Node
  arguments?: Node[]
  properties?: Node[]
}

/** Dexie without what the shop never asks of it. Fails the build when something that is to go is not there. */
export function slimDexie(): Plugin {
  return {
    name: 'slim-dexie',
    transform: {
      filter: { id: /\/dexie\/dist\/modern\/dexie\.mjs$/ },
      handler(code) {
        return { code: slim(code, this.parse(code)), map: null }
      },
    },
  }
}

function slim(code: string, program: unknown): string {
  const gone: { start: number; end: number }[] = []
  for (const text of idleLayers) {
    const start = code.indexOf(text)
    if (start < 0) throw new Error(`This Dexie has no ${text}`)
    gone.push({ start, end: start + text.length })
  }
  const wanted = new Set(
    Object.entries(unusedMethods).flatMap(([type, names]) => names.map((name) => `${type}.${name}`)),
  )
  for (const name of unusedStatics) wanted.add(`props.${name}`)
  for (const { path, node } of members(program)) if (wanted.delete(path)) gone.push(node)
  if (wanted.size > 0) throw new Error(`This Dexie has no ${[...wanted].join(', ')}`)
  let left = code
  for (const { start, end } of gone.sort((a, b) => b.start - a.start)) {
    // a property takes its comma along
    left = left.slice(0, start) + left.slice(end).replace(/^,/, '')
  }
  return left
}

/** Methods of classes, and what `props(Dexie, {…})` hangs on Dexie. */
function* members(value: unknown): Generator<{ path: string; node: Node }> {
  if (Array.isArray(value)) for (const each of value) yield* members(each)
  if (!isNode(value)) return
  if (value.type.startsWith('Class') && isNode(value.body) && Array.isArray(value.body.body)) {
    for (const node of value.body.body.filter(isNode)) yield { path: `${value.id?.name}.${node.key?.name}`, node }
  } else if (
    value.type === 'CallExpression' &&
    value.callee?.name === 'props' &&
    value.arguments?.[0]?.name === 'Dexie'
  ) {
    for (const node of value.arguments[1]?.properties ?? []) yield { path: `props.${node.key?.name}`, node }
  } else if (['VariableDeclaration', 'VariableDeclarator', 'Program', 'ExpressionStatement'].includes(value.type)) {
    for (const part of Object.values(value)) yield* members(part)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
