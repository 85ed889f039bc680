import * as v from 'valibot'
import { ApiKey, ApiKeyInput, ApiKeyMade } from '../../contract/access.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as keys from './api-keys.ts'

/** Who else may come in: programs by their keys. */
export function entryRoutes(route: Route, deps: ServiceDeps): void {
  route('listApiKeys', {
    summary: 'The API keys of the shop, without their secrets',
    answer: v.array(ApiKey),
    handle: () => keys.listApiKeys(deps),
  })
  route('makeApiKey', {
    summary: 'Make an API key, which is shown only once; send it as a bearer token',
    body: ApiKeyInput,
    answer: ApiKeyMade,
    status: 201,
    handle: ({ body, user }) => keys.makeApiKey(deps, body, user),
  })
  route('revokeApiKey', {
    summary: 'Revoke an API key',
    handle: ({ param, user }) => keys.revokeApiKey(deps, param, user),
  })
}
