import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Marks of HTML are shown as they are written, addresses that run something lose it, and pictures become links: nothing is fetched. */
export function toHtml(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfm({ singleTilde: false }), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml()],
  })
  return html.replaceAll('<a href=', '<a rel="noreferrer noopener nofollow" href=')
}
