import type { WireFormat } from '../wire-format.ts'
import { FORMAT_ID, readChatRequest } from './read-request.ts'
import { createChatReader, readChatAnswer } from './reader.ts'
import { SHARED_WORDS } from './shared-words.ts'
import { leavesOut, writeChatRequest } from './write-request.ts'
import { createChatWriter, joinChatAnswers, writeChatAnswer, writeChatFault } from './writer.ts'

/** OpenAI's chat completions, as the vendor and the many servers that imitate it speak them. */
export const openaiChat: WireFormat = {
  id: FORMAT_ID,
  readRequest: readChatRequest,
  writeRequest: writeChatRequest,
  leavesOut,
  shares: SHARED_WORDS,
  createReader: createChatReader,
  createWriter: createChatWriter,
  readAnswer: readChatAnswer,
  writeAnswer: writeChatAnswer,
  joinAnswers: joinChatAnswers,
  writeFault: writeChatFault,
}
