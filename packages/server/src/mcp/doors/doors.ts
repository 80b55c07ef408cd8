import type { Context } from 'hono'
import { readBody } from '../../http/read-body.ts'
import { refusal } from '../../http-fault.ts'
import { say as sayServer } from '../../words.ts'
import type { Mcp } from '../mcp.ts'
import type { LoginDesk } from '../oauth/login-doors.ts'
import { answerDoor, callDoor, listenDoor, stopDoor } from './call-doors.ts'
import { importDoor, inputDoor, removeDoor } from './edit-doors.ts'
import { itemsDoor, promptDoor, resourceDoor, toolsDoor } from './lists.ts'
import { viewDoor } from './view-door.ts'

type Door = (mcp: Mcp, context: Context, id: string, desk: LoginDesk) => Response | Promise<Response>

const bodyOf = (mcp: Mcp, context: Context) => readBody(context.req.raw, mcp.server.limits)

/** By method, room and what comes behind the id. */
const DOORS: Readonly<Record<string, Door>> = {
  'GET servers': (mcp, context) =>
    Response.json({
      servers: mcp.connections.map((connection) => ({ ...connection.view(), isOwn: mcp.isOwn(connection.entry.id) })),
      mayEdit: mcp.mayEdit && mcp.server.isAdmin(context.req.raw),
    }),
  async 'POST servers restart'(mcp, _, id) {
    const connection = mcp.connection(id)
    await connection.restart()
    return Response.json(connection.view())
  },
  async 'POST servers stop'(mcp, _, id) {
    const connection = mcp.connection(id)
    await connection.stop()
    return Response.json(connection.view())
  },
  'POST servers login': (mcp, context, id, desk) => desk.begin(mcp, context, id),
  'POST servers logout': (mcp, _, id, desk) => desk.end(mcp, id),
  'GET servers log': (mcp, _, id) => Response.json({ lines: mcp.connection(id).log }),
  'GET servers resources': (mcp, _, id) => itemsDoor(mcp, id, 'resources'),
  'GET servers prompts': (mcp, _, id) => itemsDoor(mcp, id, 'prompts'),
  'DELETE servers': (mcp, _, id) => removeDoor(mcp, id),
  'GET tools': (mcp, context) => toolsDoor(mcp, context.req.queries('server') ?? []),
  'POST call': callDoor,
  'GET calls': listenDoor,
  'POST calls answer': answerDoor,
  'DELETE calls': stopDoor,
  'POST resource': async (mcp, context) => resourceDoor(mcp, await bodyOf(mcp, context)),
  'POST prompt': async (mcp, context) => promptDoor(mcp, await bodyOf(mcp, context)),
  'POST view': async (mcp, context) => viewDoor(mcp, await bodyOf(mcp, context)),
  'POST import': async (mcp, context) => importDoor(mcp, await bodyOf(mcp, context)),
  'POST inputs': async (mcp, context) => inputDoor(mcp, await bodyOf(mcp, context)),
}

/** Everything under `/api/mcp`. */
export async function answerMcp(mcp: Mcp, desk: LoginDesk, context: Context): Promise<Response> {
  const { method, path } = context.req
  const [room = '', id = '', action] = path.split('/').slice(3).map(decoded)
  const door = DOORS[[method, room, ...(action === undefined ? [] : [action])].join(' ')]
  if (!door || !Object.hasOwn(DOORS, [method, room, ...(action === undefined ? [] : [action])].join(' ')))
    throw refusal('request/not-found', sayServer('address.none', { method, path }))
  const response = await door(mcp, context, id, desk)
  response.headers.set('cache-control', response.headers.get('cache-control') ?? 'no-store')
  return response
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
