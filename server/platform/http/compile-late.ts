import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

export type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/** A validator or serialiser; a validator leaves what is wrong in `errors`. */
type Compiled = ((value: unknown) => unknown) & { errors?: unknown }
type Compile = (route: { schema: unknown }) => Compiled
export type Build = (schemas: unknown, options: unknown) => Compile

const load = createRequire(import.meta.resolve('fastify'))
const builder = (name: string) => (load(name) as () => Build)()

/** Fastify's own compilers, with each of its two made into another one. */
export function compilers(change: (build: Build) => Build): CompilersFactory {
  return {
    buildValidator: change(builder('@fastify/ajv-compiler')),
    buildSerializer: change(builder('@fastify/fast-json-stringify-compiler')),
    // Fastify's types have more parameters
  } as CompilersFactory
}

/** Compiles a schema when it is first used: all of them take a third of the processor time of a start. */
export function late(build: Build): Build {
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route) => {
      let compiled: Compiled | undefined
      const use: Compiled = (value) => {
        compiled ??= compile(route)
        const result = compiled(value)
        use.errors = compiled.errors
        return result
      }
      return use
    }
  }
}
