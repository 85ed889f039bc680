import type { Plugin } from 'vite'

/** What the app's client reads of a call besides its method, its path and who may call. */
const kept = ['answer', 'sends']

/**
 * Takes out of the contract's table of calls (contract/calls/) what only the server needs: bodies, queries and summaries would be a
 * tenth of the first scripts.
 */
export const clientCalls = (): Plugin => ({
  name: 'client-calls',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/calls\/[a-z]+-calls\.ts$/ },
    handler(code) {
      const cuts: { start: number; end: number }[] = []
      const { body } = this.parse(code)
      for (const statement of body) {
        if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
          continue
        const table = statement.declaration.declarations[0]?.init
        if (table?.type !== 'ObjectExpression') throw new Error('A table of calls is no plain object.')
        for (const { value } of table.properties.filter((each) => each.type === 'Property')) {
          if (value.type !== 'CallExpression') throw new Error('A call of the contract is no call of a function.')
          const [, summary, details] = value.arguments
          if (summary) cuts.push({ start: summary.start + 1, end: summary.end - 1 })
          if (details?.type !== 'ObjectExpression') continue
          for (const [at, part] of details.properties.entries()) {
            const isKept = part.type === 'Property' && part.key.type === 'Identifier' && kept.includes(part.key.name)
            if (!isKept) cuts.push({ start: part.start, end: details.properties[at + 1]?.start ?? part.end })
          }
        }
      }
      const without = (parts: typeof cuts) =>
        parts.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
      // an import that is left without a use would still bring its module along
      const imports = body.filter((each) => each.type === 'ImportDeclaration')
      const rest = without([...imports, ...cuts])
      const unused = imports.filter(
        ({ specifiers }) => !specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest)),
      )
      return { code: without([...unused, ...cuts]), map: null }
    },
  },
})
