import { providerBody } from '../../../packages/server/src/connecting/provider-doors.ts'
import { DONE, failing, idParameter, requestBody, TOLD } from './door-parts.ts'

const id = [idParameter]

/** Models that are connected in a page, by an admin: docs/http-api.md tells what is in the answers. */
export function providerDoors(): object {
  const body = requestBody(providerBody)
  const responses = { ...TOLD, ...failing }
  return {
    '/api/providers': {
      get: { summary: 'Who is connected, without the keys, and whether you may change it', responses },
      post: {
        summary: 'Connects a provider, or changes one; it holds from the next request on',
        ...body,
        responses: { ...responses, '201': { ...TOLD['200'], description: 'It is new.' } },
      },
    },
    '/api/providers/test': { post: { summary: 'Asks a provider for its models, and keeps nothing', ...body, responses } },
    '/api/providers/{id}': {
      parameters: id,
      delete: {
        summary: 'Removes a provider that was connected in a page',
        responses: { ...DONE, ...failing },
      },
    },
  }
}
