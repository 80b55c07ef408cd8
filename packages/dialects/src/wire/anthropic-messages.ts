import { isJsonObject } from '../canonical/json.ts'
import { FORMAT_ID } from './anthropic-messages-proofs.ts'
import { readMessagesRequest } from './anthropic-messages-read-request.ts'
import { MessagesReader } from './anthropic-messages-reader.ts'
import { writeMessagesRequest } from './anthropic-messages-write-request.ts'
import { createMessagesWriter, writeMessagesAnswer, writeMessagesFault } from './anthropic-messages-writer.ts'
import { vendorFault } from './vendor-fault.ts'
import type { WireFormat } from './wire-format.ts'

/** Anthropic Messages. */
export const anthropicMessages: WireFormat = {
  id: FORMAT_ID,
  readRequest: readMessagesRequest,
  writeRequest: writeMessagesRequest,
  createReader: (context) => new MessagesReader(context),
  createWriter: createMessagesWriter,
  readAnswer(body, context) {
    if (isJsonObject(body) && body['type'] === 'message') return new MessagesReader(context).answer(body)
    return [{ type: 'fault', fault: vendorFault({ body }) }]
  },
  writeAnswer: writeMessagesAnswer,
  writeFault: writeMessagesFault,
}
