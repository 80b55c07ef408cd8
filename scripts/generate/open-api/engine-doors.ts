import { downloadBody, installBody, useBody } from '../../../packages/server/src/gguf/engine-bodies.ts'
import { DONE, door, idParameter, json, TOLD } from './door-parts.ts'

const BEGUN = { '202': { description: 'It has begun; `GET /api/engine` says how far it is.', content: json({ type: 'object' }) } }
const weights = { schema: { type: 'string', format: 'binary' } }
const FILE = {
  '200': { description: 'The file.', content: { 'application/octet-stream': weights } },
  '206': { description: 'The part that `Range` asks for.', content: { 'application/octet-stream': weights } },
}
const id = [idParameter]
const mirror = [{ name: 'mirror', in: 'query', description: 'Another place to ask.', schema: { type: 'string', format: 'uri' } }]

/** Models that run in the server's care, on one's own computer and for who may change what is everybody's: docs/models/own-model.md tells of them. */
export function engineDoors(): object {
  return {
    '/api/engine': {
      get: door('The engine, what runs on it, the models here, downloads, and what can be had', TOLD),
      post: door('Installs the engine, by the name of the variant that was shown', BEGUN, installBody),
      delete: door('Stops an install, or deletes the engine; models stay', DONE),
    },
    '/api/engine/offers/{id}': {
      parameters: id,
      get: {
        parameters: mirror,
        ...door('What a download would bring: its size, checksum and origin, and the room on the disk', TOLD),
      },
    },
    '/api/engine/downloads': { post: door('Begins a download, or goes on with it', BEGUN, downloadBody) },
    '/api/engine/downloads/{id}/pause': { parameters: id, post: door('Pauses a download; what has come stays', TOLD) },
    '/api/engine/downloads/{id}': { parameters: id, delete: door('Ends a download and takes away what has come', DONE) },
    '/api/engine/found': { get: door('Files of weights that other programs have on this computer', TOLD) },
    '/api/engine/models': { post: door('Uses a file that another program has, where it lies', DONE, useBody) },
    '/api/engine/models/{id}': { parameters: id, delete: door('Deletes a download, or forgets a file of another program', DONE) },
    '/api/engine/models/{id}/weights': { parameters: id, get: door('The file of a model that is on the disk', FILE) },
  }
}
