import { createRequire } from 'node:module'
import type { AppDeps } from '../../server/server-app.ts'

type Factories = NonNullable<NonNullable<AppDeps['schemaController']>['compilersFactory']>
type Build = (schemas: unknown, options: unknown) => Compile
type Compile = (route: { schema: unknown }) => unknown

// Fastify's own compilers
const load = createRequire(import.meta.resolve('fastify'))
const builder = (name: string) => (load(name) as () => Build)()

/** Compiles each schema once for all routes of all shops, which have the same options. */
function once(build: Build): Build {
  const compiled = new Map<unknown, unknown>()
  let compile: Compile | undefined
  return (schemas, options) => {
    const first = compile ?? build(schemas, options)
    compile = first
    return (route) => {
      if (!compiled.has(route.schema)) compiled.set(route.schema, first(route))
      return compiled.get(route.schema)
    }
  }
}

/** Shared by all shops of a test process, because compiling takes half of the time of opening a shop. */
export const compilersFactory = {
  buildValidator: once(builder('@fastify/ajv-compiler')),
  buildSerializer: once(builder('@fastify/fast-json-stringify-compiler')),
} as Factories
