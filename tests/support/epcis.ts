import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Fastify's own validator
const ofFastify = createRequire(import.meta.resolve('fastify'))
const ofCompiler = createRequire(ofFastify.resolve('@fastify/ajv-compiler'))
const { default: Ajv } = ofCompiler('ajv')
const { default: addFormats } = ofCompiler('ajv-formats')

const schema = JSON.parse(readFileSync(new URL('epcis-2.0.schema.json', import.meta.url), 'utf8'))
const validate = addFormats(new Ajv({ strict: false, allErrors: true })).compile(schema)

/** What the public JSON schema of EPCIS 2.0 finds wrong with a document. */
export function epcisErrors(document: unknown): string[] {
  validate(document)
  const errors: { instancePath: string; message: string }[] = validate.errors ?? []
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
