import { createChatReader, readChatAnswer } from './openai-chat-reader.ts'
import { FORMAT_ID, readChatRequest } from './openai-chat-request.ts'
import { writeChatRequest } from './openai-chat-write-request.ts'
import { createChatWriter, writeChatAnswer, writeChatFault } from './openai-chat-writer.ts'
import type { WireFormat } from './wire-format.ts'

/** OpenAI's chat completions, as the vendor and the many servers that imitate it speak them. */
export const openaiChat: WireFormat = {
  id: FORMAT_ID,
  readRequest: readChatRequest,
  writeRequest: writeChatRequest,
  createReader: createChatReader,
  createWriter: createChatWriter,
  readAnswer: readChatAnswer,
  writeAnswer: writeChatAnswer,
  writeFault: writeChatFault,
}
