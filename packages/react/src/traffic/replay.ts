import { toCurl } from '@parley/browser'
import { isJsonObject } from '@parley/dialects'
import type { OpenedRequest } from './read-traffic.ts'

/** Gemini names its model in the address: `/v1beta/models/{model}:{verb}`. */
const IN_PATH = /^(\/v1beta\/models\/)(.+)(:\w+(?:\?.*)?)$/

/** The same request for another model. `undefined`: not all of it is there. */
export function forModel(request: OpenedRequest, model: string): { readonly path: string; readonly body: string } | undefined {
  const { path } = request.entry
  if (!request.body || request.body.cut > 0) return undefined
  const sent: unknown = JSON.parse(request.body.text)
  if (!isJsonObject(sent)) return undefined
  const named = IN_PATH.exec(path)
  if (named) return { path: `${named[1]}${encodeURIComponent(model)}${named[3]}`, body: JSON.stringify(sent) }
  // Our own door has its model among the settings, and refuses it anywhere else.
  if (path === '/api/chat')
    return { path, body: JSON.stringify({ ...sent, config: { ...(isJsonObject(sent['config']) && sent['config']), model } }) }
  return { path, body: JSON.stringify({ ...sent, model }) }
}

/** The browser says itself who it is. */
const sendable = ({ headers }: OpenedRequest) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'user-agent' && name !== 'accept'))

/** Sends it through the same door, to the end of its answer; what came of it stands in the list. */
export async function replay(request: OpenedRequest, model: string, signal: AbortSignal): Promise<void> {
  const sent = forModel(request, model)
  if (!sent) return
  const headers = { ...sendable(request), 'x-parley-replay': request.entry.id }
  const response = await fetch(sent.path, { method: 'POST', headers, body: sent.body, signal })
  await response.text()
}

/** As a command for a shell. Whoever runs it has the token in a variable; here it is not known. */
export function curlOf(request: OpenedRequest): string {
  const { entry, body } = request
  const headers = { ...sendable(request), authorization: 'Bearer -' }
  return toCurl({ url: new URL(entry.path, location.href).href, headers, body: body?.text ?? '' })
}
