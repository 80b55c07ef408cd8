import type { ReadLibrary } from '@parley/browser/sandbox'
import type { StudioServices } from '@parley/react'
import type { Documents } from './draw-diagram.ts'

/** What stands beside a chart on a phone: the edges of the page, of the card and of the chart. */
const AROUND_CHART = 74
/** As wide as a conversation has room for one. */
const USUAL_WIDTH = 654

/** Never wider than the window: on a phone half of a chart would be out of sight. Where a program is, nobody sees the window. */
const chartWidth = (): number => Math.min(USUAL_WIDTH, Math.max(240, innerWidth - AROUND_CHART))

/** Scripts for charts and diagrams, each fetched with the first program that draws one. */
export const readLibrary: ReadLibrary = async (name) => {
  switch (name) {
    case 'plot':
      return `globalThis.parleyChartWidth=${chartWidth()};${(await import('virtual:library/plot')).script}`
    case 'vega-lite':
      return (await import('virtual:library/vega-lite')).script
    case 'mermaid':
      return (await import('virtual:library/mermaid')).script
  }
}

/** An empty document that reaches what stands in its address, and shows what the page hands it. */
export const VIEW = '/mcp-view.html'

type Fetched = Required<Pick<StudioServices, 'previewLibraries' | 'pdfViewer' | 'formulaStyle' | 'drawDiagram' | 'pictureFrame'>>

/** What answers and previews are drawn with, each fetched when it is first needed. */
export function fetchedLibraries(documents: Documents): Fetched {
  let diagrams: Promise<Fetched['drawDiagram']> | undefined
  return {
    pictureFrame: VIEW,
    previewLibraries: async () => await import('virtual:library/react'),
    pdfViewer: async () => (await import('virtual:library/pdf')).script,
    formulaStyle: async () => await import('katex/dist/katex.min.css'),
    drawDiagram: async (source) => {
      diagrams ??= import('./draw-diagram.ts').then(({ createDiagrams }) => createDiagrams(documents, readLibrary))
      return await (await diagrams)(source)
    },
  }
}
