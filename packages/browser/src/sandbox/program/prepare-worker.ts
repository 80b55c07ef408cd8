import { type ProgramSource, prepareProgram } from './prepare-program.ts'

// A worker of the page: reading hostile code may take long, and this is the one place where it can be ended.
addEventListener('message', (event: MessageEvent<{ readonly id: number; readonly source: ProgramSource }>) => {
  postMessage({ id: event.data.id, prepared: prepareProgram(event.data.source) })
})
