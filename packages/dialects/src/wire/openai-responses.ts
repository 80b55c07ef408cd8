import { isJsonObject } from '../canonical/json.ts'
import { writeChatFault } from './openai-chat-writer.ts'
import { FORMAT_ID } from './openai-responses-proofs.ts'
import { readResponsesRequest } from './openai-responses-read-request.ts'
import { ResponsesReader } from './openai-responses-reader.ts'
import { writeResponsesRequest } from './openai-responses-write-request.ts'
import { createResponsesWriter, writeResponsesAnswer } from './openai-responses-writer.ts'
import { vendorFault } from './vendor-fault.ts'
import type { WireFormat } from './wire-format.ts'

/** OpenAI Responses, without its memory: every request carries the whole conversation. */
export const openaiResponses: WireFormat = {
  id: FORMAT_ID,
  readRequest: readResponsesRequest,
  writeRequest: writeResponsesRequest,
  createReader: (context) => new ResponsesReader(context),
  createWriter: createResponsesWriter,
  readAnswer(body, context) {
    if (isJsonObject(body) && body['object'] === 'response') return new ResponsesReader(context).answer(body)
    return [{ type: 'fault', fault: vendorFault({ body }) }]
  },
  writeAnswer: writeResponsesAnswer,
  writeFault: writeChatFault,
}
