import { readBrokenRule } from '../../contract/fields.ts'
import { problemCode } from '../../contract/problem.ts'
import type { Reply } from '../support/http-call.ts'

const inner = /node_modules|\/server\/|\bat [\w.<>]+ \(|\.ts:\d+|sqlite|postgres|select .* from|insert into|SQLSTATE/i

/** What a body of problem details must look like, whatever went wrong. Returns complaints. */
export function problemFaults({ status, headers, json, text }: Reply): string[] {
  const faults: string[] = []
  const type = String(headers['content-type'] ?? '')
  if (!type.startsWith('application/problem+json')) faults.push(`content-type is ${type}`)
  if (typeof json !== 'object' || json === null) return [...faults, `the body is no object: ${text.slice(0, 200)}`]
  const { status: said, detail, title, type: code, errors = [] } = json as Record<string, unknown>
  if (said !== status) faults.push(`status ${status} but the body says ${said}`)
  if (typeof detail !== 'string' || detail.length < 5) faults.push('there is no detail')
  if (typeof title !== 'string' || title === '') faults.push('there is no title')
  if (typeof code !== 'string' || !problemCode({ type: code })) faults.push(`type is ${code}`)
  for (const { path, rule, params, detail: sentence } of errors as Record<string, unknown>[]) {
    const { limit } = Object(params)
    if (typeof path !== 'string' || !readBrokenRule(rule, limit)) faults.push(`${path} breaks no known rule: ${rule}`)
    if (typeof sentence !== 'string' || sentence.length < 5) faults.push(`${path} has no detail`)
  }
  if (inner.test(text)) faults.push(`it tells of the inside: ${text.slice(0, 300)}`)
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after']))) {
    faults.push('there is no Retry-After')
  }
  return faults
}

/** What every answer of the API has in common. Returns complaints; none for a good one. */
export function conventionFaults(reply: Reply): string[] {
  const { status, headers, json, text } = reply
  const faults: string[] = []
  if (headers['x-shop-api'] !== '1') faults.push('the mark is missing')
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('nosniff is missing')
  if (headers.server !== undefined || headers['x-powered-by'] !== undefined) faults.push('it names its software')
  if (!headers['cache-control']) faults.push('cache-control is missing')
  if (status >= 400) return [...faults, ...problemFaults(reply)]
  if (
    status !== 204 &&
    status !== 304 &&
    text !== '' &&
    json === undefined &&
    !/html/.test(String(headers['content-type']))
  )
    faults.push('the body is not JSON')
  return faults
}
