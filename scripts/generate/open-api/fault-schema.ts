import type { ServerFaultCode } from '@parley/dialects'

/** What each failure means to whoever called. A code that is missing here does not compile. */
export const FAULTS: { readonly [Code in ServerFaultCode]: string } = {
  'request/invalid': 'The body is wrong; the message names the field.',
  'request/unauthorized': 'The server wants a token.',
  'request/forbidden': 'The name or the page it was asked by is not allowed.',
  'request/not-found': 'There is nothing at this address.',
  'request/conflict': 'The conversation has moved on since.',
  'request/unknown-model': 'No provider has this model.',
  'request/unknown-dialect': 'There is no such dialect.',
  'request/too-large': 'The body is larger than this server takes.',
  'request/too-many': 'Too many requests; wait as long as `retry-after` says.',
  'provider/unauthorized': 'The provider does not accept the key of this server.',
  'provider/rate-limited': 'The provider asks to wait.',
  'provider/unavailable': 'The provider cannot be reached.',
  'provider/timeout': 'The provider took too long.',
  'provider/bad-answer': 'The provider answered something that is no answer.',
  'provider/refused': 'The provider refused the request.',
  'provider/too-long': 'The conversation is longer than the context of the model.',
  'server/stopping': 'The server is being stopped; ask again.',
  'server/internal': 'The server made a mistake.',
}

export const FAULT = {
  type: 'object',
  required: ['code', 'message', 'retryable'],
  properties: {
    code: { enum: Object.keys(FAULTS) },
    message: { type: 'string', description: 'What happened, then what to do.' },
    retryable: { type: 'boolean' },
    retryAfter: { type: 'number', description: 'Seconds.' },
    details: { type: 'object' },
    requestId: {
      type: 'string',
      description: 'By which the log of the server knows the request; in streams, where a header may be out of sight.',
    },
  },
}
