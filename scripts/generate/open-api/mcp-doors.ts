import {
  answerBody,
  callBody,
  importBody,
  inputBody,
  promptBody,
  resourceBody,
} from '../../../packages/server/src/mcp/doors/mcp-bodies.ts'
import { DONE, door, idParameter, STREAM, TOLD } from './door-parts.ts'

const EVENTS = {
  '200': {
    description: 'Lists of events: `call-progress`, `call-question`, then `call-end`.',
    content: STREAM,
  },
}
const id = [idParameter]

/** Tools of MCP servers, for a page of this server or the holder of its token: docs/mcp.md tells what is in the answers. */
export function mcpDoors(): object {
  const at = (action: string, verb: 'get' | 'post', summary: string) => ({
    [`/api/mcp/servers/{id}/${action}`]: { parameters: id, [verb]: door(summary, TOLD) },
  })
  const server = [{ name: 'server', in: 'query', schema: { type: 'array', items: { type: 'string' } } }]
  return {
    '/api/mcp/servers': { get: door('The MCP servers and how they are; starts none', TOLD) },
    '/api/mcp/servers/{id}': { parameters: id, delete: door('Takes away a server that was added in the studio', DONE) },
    ...at('restart', 'post', 'Starts a server anew'),
    ...at('stop', 'post', 'Stops a server until it is needed'),
    ...at('login', 'post', 'Where the person must go to sign in'),
    ...at('logout', 'post', 'Forgets a login'),
    ...at('log', 'get', 'The last lines that a server wrote'),
    ...at('resources', 'get', 'What a server has to read'),
    ...at('prompts', 'get', 'What a server has to say'),
    '/api/mcp/tools': { get: { parameters: server, ...door('The tools of servers, each with its fingerprint', TOLD) } },
    '/api/mcp/call': { post: door('Calls a tool; the same `callId` again listens, and runs nothing', EVENTS, callBody) },
    '/api/mcp/calls/{id}': {
      parameters: id,
      get: door('Listens to a call that was begun', EVENTS),
      delete: door('Asks its server to stop a call', DONE),
    },
    '/api/mcp/calls/{id}/answer': { parameters: id, post: door('Answers what a call asks', DONE, answerBody) },
    '/api/mcp/resource': { post: door('What a resource holds', TOLD, resourceBody) },
    '/api/mcp/prompt': { post: door('What a prompt says', TOLD, promptBody) },
    '/api/mcp/view': { post: door('The document of a view, and what it would reach', TOLD, resourceBody) },
    '/api/mcp/import': { post: door('What a pasted text would start; with `agreed`, adds it', TOLD, importBody) },
    '/api/mcp/inputs': { post: door('Answers what the entry of a server asks', DONE, inputBody) },
  }
}
