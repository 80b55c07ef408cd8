import type { Translation } from '../bind.ts'
import { germanBrowser } from './browser.ts'
import { germanCalls } from './calls.ts'
import { germanDoctorServer } from './doctor.ts'
import { germanEditor } from './editor.ts'
import { germanGguf } from './gguf.ts'
import { germanInterface } from './interface.ts'
import { germanMcp } from './mcp.ts'
import { germanServer } from './server.ts'

export const german: Translation = {
  interface: germanInterface,
  sentences: { ...germanCalls, ...germanBrowser },
  server: { ...germanServer, ...germanDoctorServer, ...germanMcp, ...germanGguf },
  editor: germanEditor,
}
