import { z } from 'zod'
import {
  callBody,
  forkBody,
  judgeBody,
  listQuery,
  resumeBody,
  summaryBody,
} from '../../../packages/server/src/agent/thread-bodies.ts'
import { failing, idParameter, json, NONE, requestBody, STREAM } from './door-parts.ts'
import { THREADS } from './thread-schemas.ts'

const STREAMED = {
  '200': {
    description: 'What happens in the thread, until somebody must act.',
    content: { ...json({ type: 'object' }), ...STREAM },
  },
}
const THREAD = { '200': { description: 'The thread.', content: json({ $ref: '#/components/schemas/ThreadDocument' }) } }
const CALLED = {
  '200': {
    description:
      '`done` with the result and what it ran with; `judged` where nothing ran: `asks` says why the user must be asked first.',
    content: json({ type: 'object' }, { kind: 'judged', asks: 'It costs 120.' }),
  },
}
const EVENTS = {
  name: 'events',
  in: 'query',
  description: 'Our own events instead of the AI SDK stream.',
  schema: { enum: ['canonical'] },
}

/** Threads that live on the server: docs/agent-mode.md tells their story. */
export function threadDoors(): object {
  const { properties = {} } = z.toJSONSchema(listQuery, { io: 'input' })
  const query = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
  const parameters = [idParameter]
  return {
    '/api/threads': {
      get: {
        summary: 'Your threads, newest first',
        parameters: query,
        responses: { '200': { description: 'The threads.', content: json(THREADS) }, ...failing },
      },
    },
    '/api/threads/{id}': {
      parameters,
      get: {
        summary: 'A thread: messages, what waits, what it can be forked from',
        parameters: [
          { name: 'checkpoints', in: 'query', description: 'Without what it can be forked from.', schema: { enum: ['no'] } },
        ],
        responses: { ...THREAD, ...failing },
      },
      delete: { summary: 'Deletes a thread with everything in it', responses: { ...NONE, ...failing } },
    },
    '/api/threads/{id}/resume': {
      parameters,
      post: {
        summary: 'Answers calls that wait',
        parameters: [EVENTS],
        ...requestBody(resumeBody),
        responses: { ...STREAMED, ...failing },
      },
    },
    ...programDoors(),
    '/api/threads/{id}/stream': {
      parameters,
      get: {
        summary: 'What happens now, from the beginning of the turn',
        parameters: [EVENTS],
        responses: { ...STREAMED, ...NONE, ...failing },
      },
    },
    '/api/threads/{id}/receipts': { parameters, get: { summary: RECEIPTS_SUMMARY, responses: { ...RECEIPTS, ...failing } } },
    '/api/threads/{id}/cancel': { parameters, post: { summary: 'Ends the turn', responses: { ...THREAD, ...failing } } },
    '/api/threads/{id}/summary': summaryDoor(parameters),
    '/api/threads/{id}/fork': {
      parameters,
      post: {
        summary: 'A new thread that goes on from an earlier step of this one',
        ...requestBody(forkBody),
        responses: { '201': THREAD['200'], ...failing },
      },
    },
  }
}

const summaryDoor = (parameters: readonly object[]): object => ({
  parameters,
  post: {
    summary: 'Has all but the last two turns summed up; the messages stay',
    ...requestBody(summaryBody),
    responses: { ...THREAD, ...failing },
  },
  delete: { summary: 'Takes the last summary back', responses: { ...THREAD, ...failing } },
})

/** What a program of a page needs that calls the server's own tools. */
function programDoors(): object {
  return {
    '/api/tools': {
      get: {
        summary: "The server's own tools, which threads in agent mode may use",
        responses: { '200': { description: 'Their definitions.', content: json({ type: 'object' }, { tools: [] }) }, ...failing },
      },
    },
    '/api/threads/{id}/judge': {
      parameters: [idParameter],
      post: {
        summary: 'Whether the user must be asked about such a call; nothing runs',
        ...requestBody(judgeBody),
        responses: { ...CALLED, ...failing },
      },
    },
    '/api/threads/{id}/call': {
      parameters: [idParameter],
      post: {
        summary: 'A program that the page runs calls a tool of the server',
        ...requestBody(callBody),
        responses: { ...CALLED, ...failing },
      },
    },
  }
}

const RECEIPTS_SUMMARY = 'Every call that has its result: chained, and signed as it ends now'
const RECEIPTS = { '200': { description: 'The chain, what opens it, and the signature.', content: json({ type: 'object' }) } }
