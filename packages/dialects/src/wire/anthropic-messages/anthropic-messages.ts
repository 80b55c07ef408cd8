import { isJsonObject } from '../../canonical/json.ts'
import { vendorFault } from '../answer/vendor-fault.ts'
import type { WireFormat } from '../wire-format.ts'
import { FORMAT_ID } from './proofs.ts'
import { readMessagesRequest } from './read-request.ts'
import { MessagesReader } from './reader.ts'
import { leavesOut, writeMessagesRequest } from './write-request.ts'
import { createMessagesWriter, writeMessagesAnswer, writeMessagesFault } from './writer.ts'

/** Anthropic Messages. */
export const anthropicMessages: WireFormat = {
  id: FORMAT_ID,
  readRequest: readMessagesRequest,
  writeRequest: writeMessagesRequest,
  leavesOut,
  createReader: (context) => new MessagesReader(context),
  createWriter: createMessagesWriter,
  readAnswer(body, context) {
    if (isJsonObject(body) && body['type'] === 'message') return new MessagesReader(context).answer(body)
    return [{ type: 'fault', fault: vendorFault({ body }) }]
  },
  writeAnswer: writeMessagesAnswer,
  writeFault: writeMessagesFault,
}
