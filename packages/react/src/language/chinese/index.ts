import type { Translation } from '../bind.ts'
import { chineseBrowser } from './browser.ts'
import { chineseCalls } from './calls.ts'
import { chineseDoctorServer } from './doctor.ts'
import { chineseEditor } from './editor.ts'
import { chineseGguf } from './gguf.ts'
import { chineseInterface } from './interface.ts'
import { chineseMcp } from './mcp.ts'
import { chineseServer } from './server.ts'

export const chinese: Translation = {
  interface: chineseInterface,
  sentences: { ...chineseCalls, ...chineseBrowser },
  server: { ...chineseServer, ...chineseDoctorServer, ...chineseMcp, ...chineseGguf },
  editor: chineseEditor,
}
