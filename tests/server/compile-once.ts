import { type Build, compilers, late } from '../../server/platform/http/compile-late.ts'

/** Compiles each schema once for all routes of all shops, which have the same options. */
function once(build: Build): Build {
  const compiled = new Map<string, ReturnType<ReturnType<Build>>>()
  let compile: ReturnType<Build> | undefined
  return (schemas, options) => {
    const first = compile ?? build(schemas, options)
    compile = first
    return (route) => {
      const text = JSON.stringify(route.schema)
      const known = compiled.get(text) ?? first(route)
      compiled.set(text, known)
      return known
    }
  }
}

/** Shared by all shops of a test process, because compiling takes half of the time of opening a shop. */
export const compilersFactory = compilers((build) => once(late(build)))
