import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as v from 'valibot'
import type { Right } from '../../contract/accounts.ts'
import type { BodyType } from '../../contract/calls/call.ts'
import { type Call, type CallName, callOf, calls, rightForKeys } from '../../contract/calls.ts'
import { limitRules, plainRules } from '../../contract/fields.ts'
import { Order } from '../../contract/orders.ts'
import { fixedAnswer } from './answer-cache.ts'
import { type JsonSchema, jsonSchema } from './validation.ts'

const mediaTypes: Record<BodyType, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}
const rightsText = (right: Right | undefined, also: Right | undefined) =>
  also ? `\`${right}\` or \`${also}\`` : `\`${right}\``

/** Whether an API key may call, and with which right. */
function forKeys(name: CallName): string {
  if (callOf(name).who === 'public') return ''
  const right = rightForKeys(name)
  const reads = calls[name].method === 'GET' ? '' : ' and not only for reading'
  return right ? ` API keys with the right ${rightsText(right, callOf(name).also)}${reads}.` : ' Not for API keys.'
}

function whoMay({ who, right, also }: Call): string {
  if (who === 'public') return 'Everybody.'
  if (who === 'user') return 'Any signed-in user.'
  const administrators = `administrators with the right ${rightsText(right, also)}`
  return who ? `The owner and ${administrators}; 404 for everybody else.` : `Only ${administrators}.`
}
const InvalidField = v.object({
  path: v.pipe(v.string(), v.description('as in `orderItems.0.qty`')),
  rule: v.picklist([...plainRules, ...limitRules]),
  params: v.optional(v.object({ limit: v.number() })),
  detail: v.pipe(v.string(), v.description('one readable English sentence')),
})
const Problem = v.object({
  type: v.pipe(v.string(), v.description('about:quayside/ and the code of the problem')),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.pipe(v.string(), v.description('one readable English sentence')),
  errors: v.optional(v.array(InvalidField)),
  order: v.optional(Order),
  countInStock: v.optional(v.pipe(v.number(), v.description('the stock as it is now, in tonnes'))),
})
const keyHeader = {
  type: 'string',
  format: 'uuid',
  description: 'A UUID. Repeating the same key and body returns the stored answer and changes nothing.',
}

/** The schema of a call as its description shows it: with the file of its form, its headers and who may call. */
export function describeCall(
  name: CallName,
  shapes: Record<'query' | 'body' | 'answer', JsonSchema | undefined>,
  { answerType, status }: { answerType: string; status: number },
): FastifySchema {
  const { query, body, answer } = shapes
  const { summary, path, who, keyed, accepts = ['json'], fileField }: Call = calls[name]
  const file = fileField && { [fileField]: { type: 'string', format: 'binary' } }
  // Swagger's way to say that there is no body
  const content = answer ? { content: { [answerType]: { schema: answer } } } : { type: 'null' }
  return {
    operationId: name,
    tags: [path.split('/')[1] ?? ''],
    summary,
    description: `For: ${whoMay(calls[name])}${forKeys(name)}`,
    security: who === 'public' ? [] : [{ bearer: [] }],
    consumes: accepts.map((type) => mediaTypes[type]),
    ...(query && { querystring: query }),
    ...(keyed && { headers: { type: 'object', properties: { 'Idempotency-Key': keyHeader } } }),
    ...(body && { body: file ? { ...body, properties: { ...body.properties, ...file } } : body }),
    response: { [status]: { description: summary, ...content } },
  }
}

/** The page may load what this server has, and nothing else. */
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The API's documentation for programs and people, of all calls that are added later to `app`. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Quayside', version: '1', description: 'The API of the fish and seafood shop.' },
      servers: [{ url: '/' }],
      components: {
        responses: {
          Problem: {
            description: 'Problem details (RFC 9457)',
            // the types differ in what they call a list of types
            content: { 'application/problem+json': { schema: jsonSchema(Problem) as object } },
          },
        },
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a login, or an API key (`qs_…`) of the shop.',
          },
        },
      },
    },
    convertConstToEnum: false,
    transform: ({ url, route }) => ({ url, schema: route.config?.described ?? { hide: true } }),
    transformObject(document) {
      const { openapiObject: api } = document as { openapiObject: { paths: Record<string, PathItem> } }
      for (const path of Object.values(api.paths)) {
        delete path.head
        for (const { responses } of Object.values(path)) responses.default = { $ref: '#/components/responses/Problem' }
      }
      return api
    },
  })
  const document = fixedAnswer(() => JSON.stringify(app.swagger()), 'application/json; charset=utf-8')
  app.get('/openapi.json', { exposeHeadRoute: true }, document)
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    theme: { title: 'Quayside API' },
    uiConfig: { validatorUrl: null },
  })
}

type PathItem = Record<string, { responses: Record<string, object> }>
