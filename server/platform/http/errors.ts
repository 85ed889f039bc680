import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../../contract/problem.ts'
import { Refusal, refuse } from '../refusal.ts'
import { sendRefusal } from './problem.ts'
import { invalidFields } from './validation.ts'

const byCode: Record<string, [ProblemCode, string?]> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'The length of the body differs from Content-Length.'],
  FST_ERR_BAD_URL: ['malformed', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found'],
  FST_REQ_FILE_TOO_LARGE: ['too-large', 'The file is larger than 12 MB.'],
  FST_PARTS_LIMIT: ['too-large', 'The form has too many parts.'],
  FST_FILES_LIMIT: ['too-large', 'The form has too many files.'],
  FST_FIELDS_LIMIT: ['too-large', 'The form has too many fields.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['wrong-type'],
}

function ofValidation(error: FastifyError): Refusal {
  const errors = invalidFields(error.validation ?? [])
  if (error.validationContext === 'params') return refuse('not-found')
  if (error.validationContext === 'querystring') return refuse('malformed', { errors })
  if (errors.some(({ path }) => path === '')) {
    return refuse('malformed', { detail: 'The body must be an object with the fields of this call.' })
  }
  return refuse('invalid-fields', { errors })
}

/** An error of the framework or a parser as a refusal; undefined for an unexpected error. */
function refusalOf(error: FastifyError | Refusal): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation) return ofValidation(error)
  const known = byCode[error.code]
  if (known) return refuse(known[0], known[1] === undefined ? {} : { detail: known[1] })
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined
  if (error.statusCode === 413) return refuse('too-large')
  if (error.statusCode === 415) return refuse('wrong-type')
  return refuse(error.statusCode === 404 ? 'not-found' : 'malformed')
}

/** Turns every thrown error into an answer. `faultOf` recognises faults of the database and the picture store. */
export function errorHandler(faultOf: (error: unknown) => ProblemCode | undefined) {
  return (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(error)
    if (refusal) return void sendRefusal(reply, refusal)
    const fault = faultOf(error)
    if (fault) request.log.warn({ err: { message: error.message, code: error.code } }, fault)
    else request.log.error({ err: error }, 'request failed')
    void sendRefusal(reply, refuse(fault ?? 'internal'))
  }
}
