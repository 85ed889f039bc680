import * as v from 'valibot'
import type { BodyType } from '../../../../contract/calls/call.ts'
import { type Call, type CallName, calls, rightForKeys } from '../../../../contract/calls.ts'
import { limitRules, plainRules } from '../../../../contract/field-rules.ts'
import { Order } from '../../../../contract/orders.ts'
import { jsonSchema } from '../json-schema.ts'
import { propertiesOf } from '../validation.ts'
import type { DescribedRoute } from './route-spec.ts'

const mediaTypes: Record<BodyType, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}
/** Whether an API key may call, and with which right. */
function forKeys(name: CallName): string {
  if (calls[name].who === 'public') return ''
  const right = rightForKeys(name)
  const reads = calls[name].method === 'GET' ? '' : ' and not only for reading'
  return right ? ` API keys with the right \`${right}\`${reads}.` : ' Not for API keys.'
}

function whoMay({ who, right }: Call): string {
  if (who === 'public') return 'Everybody.'
  if (who === 'user') return 'Any signed-in user.'
  const administrators = `administrators with the right \`${right}\``
  return who === 'admin' ? `Only ${administrators}.` : `The owner and ${administrators}; 404 for everybody else.`
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
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A UUID. Repeating the same key and body returns the stored answer and changes nothing.',
  schema: { type: 'string', format: 'uuid' },
}

function parameters(route: DescribedRoute, endpoint: Call): object[] {
  const path = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = Object.entries(route.query ? propertiesOf(route.query) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
  return [...path, ...query, ...(endpoint.keyed ? [key] : [])]
}

function requestBody({ body, accepts, fileField }: DescribedRoute): object {
  if (!body) return {}
  const file = fileField && { [fileField]: { type: 'string', format: 'binary' } }
  const schema = file ? { ...body, properties: { ...propertiesOf(body), ...file } } : body
  const content = Object.fromEntries(accepts.map((type) => [mediaTypes[type], { schema }]))
  return { requestBody: { required: true, content } }
}

function operation(route: DescribedRoute): object {
  const endpoint: Call = calls[route.name]
  const content = route.answer && { content: { [route.answerType]: { schema: route.answer } } }
  return {
    operationId: route.name,
    tags: [endpoint.path.split('/')[1]],
    summary: route.summary,
    description: `For: ${whoMay(endpoint)}${forKeys(route.name)}`,
    security: endpoint.who === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(route, endpoint),
    ...requestBody(route),
    responses: {
      [route.status]: { description: route.summary, ...content },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** The OpenAPI 3.1 document, built from the schemas that validate the calls and serialise the answers. */
export function openApi(routes: readonly DescribedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const endpoint: Call = calls[route.name]
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quayside', version: '1', description: 'The API of the fish and seafood shop.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      responses: {
        Problem: {
          description: 'Problem details (RFC 9457)',
          content: { 'application/problem+json': { schema: jsonSchema(Problem) } },
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
  }
}
