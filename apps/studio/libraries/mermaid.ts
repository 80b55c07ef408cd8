import mermaid from 'mermaid'

mermaid.initialize({
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  theme: 'neutral',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  fontFamily: 'system-ui, sans-serif',
  maxTextSize: 50_000,
  maxEdges: 500,
})

/** As wide and high as it is drawn: a picture has nothing around it that would say so. */
function sized(svg: string): string {
  const [, width = '600', height = '400'] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return svg.replace(/^<svg([^>]*)>/, (_, attributes: string) => {
    const rest = attributes.replaceAll(/ (?:width|height|style)="[^"]*"/g, '')
    return `<svg${rest} width="${width}" height="${height}">`
  })
}

Object.assign(globalThis, {
  parleyDrawMermaid: async (source: string): Promise<string> => sized((await mermaid.render('diagram', source)).svg),
})
