import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Call, calls } from '../../../../contract/calls.ts'
import { fixedAnswer } from '../answer-cache.ts'
import { escapeHtml } from '../plain-page.ts'
import { openApi } from './openapi.ts'
import type { DescribedRoute } from './route-spec.ts'

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#12263a}
h2{font-size:1rem;margin:2rem 0 .25rem;font-family:ui-monospace,monospace}b{color:#0b5d6b}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border:1px solid #c5d3dc}
th{background:#eef4f7}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** The page is static: nothing may load or run. */
const docsPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

interface Described {
  type?: string
  description?: string
  properties?: Record<string, Described>
  required?: string[]
  items?: Described
  anyOf?: (Described & { const?: unknown })[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

function kind(schema: Described): string {
  if (schema.anyOf)
    return schema.anyOf.map((one) => (one.const === undefined ? kind(one) : String(one.const))).join(' or ')
  if (schema.items) return `list of ${kind(schema.items)}`
  const bounds = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength]
  const range = bounds.some((bound) => bound !== undefined) ? ` (${bounds[0] ?? ''}–${bounds[1] ?? ''})` : ''
  return `${schema.type ?? 'any'}${range}`
}

function table(title: string, schema: Described | undefined): string {
  if (!schema?.properties) return schema ? `<p>${title}: ${escapeHtml(kind(schema))}</p>` : ''
  const rows = Object.entries(schema.properties).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : ', optional'
    return `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(kind(field) + optional)}</td><td>${escapeHtml(field.description ?? '')}</td></tr>`
  })
  return `<table><tr><th>${title}</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`
}

function section(route: DescribedRoute): string {
  const endpoint: Call = calls[route.name]
  // JSON Schema, of which this page reads the parts named above
  const [query, body, answer] = [route.query, route.body, route.answer] as (Described | undefined)[]
  const key = endpoint.keyed ? ' Takes an Idempotency-Key.' : ''
  return `<h2><b>${endpoint.method}</b> /api${escapeHtml(endpoint.path)}</h2>
<p>${escapeHtml(route.summary)}. For: ${endpoint.who}.${key} Answers ${route.status}.</p>
${table('Query', query)}${table('Body', body)}${table('Answer', answer)}`
}

/** The OpenAPI document's calls as a page for people. */
function docsPage(routes: readonly DescribedRoute[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Quayside API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style><h1>Quayside API</h1>
<p>The same for programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1). Errors are problem details
(RFC 9457). Tokens come from login or register and go into the header Authorization as Bearer.</p>
${routes.map(section).join('\n')}</html>`
}

/** The API's documentation for programs and people. It has all routes that are there when it is first read. */
export function docsRoutes(app: FastifyInstance, routes: readonly DescribedRoute[]): void {
  const document = fixedAnswer(() => JSON.stringify(openApi(routes)), 'application/json; charset=utf-8')
  const page = fixedAnswer(() => docsPage(routes), 'text/html; charset=utf-8')
  app.get('/openapi.json', { exposeHeadRoute: true }, document)
  app.get('/docs/', { exposeHeadRoute: true }, (request, reply) =>
    page(request, reply.header('content-security-policy', docsPolicy)),
  )
}
