import { isJsonObject } from '../../canonical/json.ts'
import { vendorFault } from '../answer/vendor-fault.ts'
import type { WireFormat } from '../wire-format.ts'
import { FORMAT_ID } from './proofs.ts'
import { readGenerateRequest } from './read-request.ts'
import { GenerateReader } from './reader.ts'
import { leavesOut, writeGenerateRequest } from './write-request.ts'
import { createGenerateWriter, writeGenerateAnswer, writeGenerateFault } from './writer.ts'

/** Gemini generateContent, streamed as server-sent events (`alt=sse`). The model's name stands in the address, not in the body. */
export const geminiGenerate: WireFormat = {
  id: FORMAT_ID,
  readRequest: readGenerateRequest,
  writeRequest: writeGenerateRequest,
  leavesOut,
  createReader: (context) => new GenerateReader(context),
  createWriter: createGenerateWriter,
  readAnswer(body, context) {
    if (!isJsonObject(body) || !('candidates' in body || 'promptFeedback' in body))
      return [{ type: 'fault', fault: vendorFault({ body }) }]
    return new GenerateReader(context).answer(body)
  },
  writeAnswer: writeGenerateAnswer,
  writeFault: writeGenerateFault,
}
