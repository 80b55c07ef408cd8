import { isJsonObject } from '../../canonical/json.ts'
import { vendorFault } from '../answer/vendor-fault.ts'
import { SHARED_WORDS } from '../openai-chat/shared-words.ts'
import { writeChatFault } from '../openai-chat/writer.ts'
import type { WireFormat } from '../wire-format.ts'
import { FORMAT_ID } from './proofs.ts'
import { readResponsesRequest } from './read-request.ts'
import { ResponsesReader } from './reader.ts'
import { writeResponsesAnswer } from './response.ts'
import { leavesOut, writeResponsesRequest } from './write-request.ts'
import { createResponsesWriter } from './writer.ts'

/** OpenAI Responses, without its memory: every request carries the whole conversation. */
export const openaiResponses: WireFormat = {
  id: FORMAT_ID,
  readRequest: readResponsesRequest,
  writeRequest: writeResponsesRequest,
  leavesOut,
  shares: SHARED_WORDS,
  createReader: (context) => new ResponsesReader(context),
  createWriter: createResponsesWriter,
  readAnswer(body, context) {
    if (isJsonObject(body) && body['object'] === 'response') return new ResponsesReader(context).answer(body)
    return [{ type: 'fault', fault: vendorFault({ body }) }]
  },
  writeAnswer: writeResponsesAnswer,
  writeFault: writeChatFault,
}
