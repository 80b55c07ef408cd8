import { isJsonObject } from '../canonical/json.ts'
import { FORMAT_ID } from './gemini-generate-proofs.ts'
import { readGenerateRequest } from './gemini-generate-read-request.ts'
import { GenerateReader } from './gemini-generate-reader.ts'
import { writeGenerateRequest } from './gemini-generate-write-request.ts'
import { createGenerateWriter, writeGenerateAnswer, writeGenerateFault } from './gemini-generate-writer.ts'
import { vendorFault } from './vendor-fault.ts'
import type { WireFormat } from './wire-format.ts'

/** Gemini generateContent, streamed as server-sent events (`alt=sse`). The model's name stands in the address, not in the body. */
export const geminiGenerate: WireFormat = {
  id: FORMAT_ID,
  readRequest: readGenerateRequest,
  writeRequest: writeGenerateRequest,
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
