import { speaker } from '../canonical/sentence.ts'

/** What went wrong on the way to a model and back. */
export const faultWords = {
  'model.blocked': 'The model server blocked the prompt and gave the reason {reason}. Change the prompt or the model.',
  'request.field': 'The field `{field}` {expected}. Correct it and send the request again.',
  'answer.disconnected': 'The connection broke before the answer was complete. Try again.',
  'answer.no-part': 'The server sent something that is not part of an answer. Reload the page; if it stays, update the server.',
  'model.long-line':
    'The model server sent one line of more than {kilobytes} KB, which no answer needs. Check what listens at its address.',
  'model.ended': 'The model server ended the stream in the middle of its answer. Try again.',
  'model.server': 'The model server',
  'model.status': ' (status {status})',
  'model.said': '{problem} It said: {words}',
  'model.key':
    '{server} refused the key that this server has for it. Correct the key of the provider in the configuration of the server; the token of your client is another one.',
  'model.limits': '{server} is limiting requests. Wait a little, then try again.',
  'model.failed': '{server} failed{status}. Try again, or choose another model.',
  'model.slow': '{server} took too long. Try again, or choose another model.',
  'model.no-answer': '{server} answered with something that is not an answer. Check its address.',
  'model.too-long':
    'The conversation is longer than the context of the model. Make it shorter, or choose a model with a longer context.',
  'model.refused': '{server} refused the request{status}. Change the request or the model.',
} as const

export const say = speaker(faultWords)
