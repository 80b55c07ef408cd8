import { FAULT } from './fault-schema.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const PENDING = {
  type: 'object',
  required: ['callId', 'name', 'input', 'kind'],
  properties: { callId: text, name: text, input: { type: 'object' }, kind: { enum: ['page', 'approval'] }, reason: text },
}
const THREAD_FIELDS = {
  id: text,
  title: text,
  status: { enum: ['idle', 'running', 'waiting', 'failed'] },
  pending: { type: 'array', items: PENDING },
  model: text,
  createdAt: { ...number, description: 'Milliseconds since the epoch.' },
  updatedAt: number,
}
export const THREADS = {
  type: 'object',
  properties: { threads: { type: 'array', items: { $ref: '#/components/schemas/Thread' } } },
}
const CHECKPOINT = {
  type: 'object',
  properties: { id: text, at: number, after: { enum: ['question', 'answer', 'results'] }, messages: number },
}
const NOTE = { type: 'object', properties: { id: text, model: text, usage: { type: 'object' } } }
const SUMMARY = { type: 'object', properties: { upTo: text, text, model: text, createdAt: number } }
const required = Object.keys(THREAD_FIELDS)
/** What a thread is, alone and with all that was said in it. */
export const threadSchemas = {
  Thread: { type: 'object', required, properties: { ...THREAD_FIELDS, fault: FAULT } },
  ThreadDocument: {
    type: 'object',
    required: [...required, 'messages', 'checkpoints'],
    properties: {
      ...THREAD_FIELDS,
      fault: FAULT,
      messages: { type: 'array', items: { type: 'object' } },
      turnId: text,
      steps: number,
      checkpoints: { type: 'array', items: CHECKPOINT },
      notes: { type: 'array', items: NOTE, description: 'Who wrote which answer, and what it took.' },
      summaries: { type: 'array', items: SUMMARY, description: 'What is told instead of messages. Absent: all are.' },
    },
  },
}
