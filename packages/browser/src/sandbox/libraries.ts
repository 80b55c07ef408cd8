import type { Answer } from './answer-ask.ts'

/** Scripts of the page for programs, which can fetch nothing: `plot` (Observable Plot and d3), `vega-lite`, `mermaid`. */
export type LibraryName = 'plot' | 'vega-lite' | 'mermaid'

export type ReadLibrary = (name: LibraryName) => Promise<string>

/** `Plot.plot(…)`, `d3.csvParse(…)`: named where it is used. One that is fetched in vain costs a moment. */
const WANTS_PLOT = /\b(?:Plot|d3)\s*\./
const WANTS_MERMAID = /\bparleyDrawMermaid\(/

/** The libraries that a program takes for granted. */
const wantedLibraries = (code: string): readonly LibraryName[] => [
  ...(WANTS_PLOT.test(code) ? (['plot'] as const) : []),
  ...(WANTS_MERMAID.test(code) ? (['mermaid'] as const) : []),
]

/** Their scripts. A program whose library does not come says so itself: the name is not there. */
export const readWanted = (code: string, read: ReadLibrary): Promise<readonly string[]> =>
  Promise.all(wantedLibraries(code).map(async (name) => await read(name).catch(() => '')))

/** A program draws a chart: it gets the script for that, and no other. Never throws. */
export async function answerLibrary(readLibrary: ReadLibrary | undefined, json: string): Promise<Answer> {
  if (json !== '["vega-lite"]' || !readLibrary) return { ok: false, json: '"There is no such library."' }
  try {
    return { ok: true, json: JSON.stringify(await readLibrary('vega-lite')) }
  } catch {
    return { ok: false, json: '"The library could not be fetched."' }
  }
}
