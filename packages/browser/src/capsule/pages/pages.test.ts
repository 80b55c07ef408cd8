import { describe, expect, it } from 'vitest'
import type { SpokenThread } from './spoken-thread.ts'
import { threadMarkdown } from './thread-markdown.ts'
import { escapeHtml, threadPage } from './thread-page.ts'

const words = {
  you: 'You',
  model: 'Model',
  untitled: 'Untitled',
  result: 'Result',
  outcome: (outcome: string) => `was ${outcome}`,
  shown: () => '',
  time: (at: number) => `t${at}`,
}
const evil = '<script>alert(1)</script>"\'&'
const thread: SpokenThread = {
  title: `Sum ${evil}`,
  turns: [
    {
      role: 'user',
      at: 1,
      parts: [
        { kind: 'text', text: 'Sum it.' },
        { kind: 'file', name: evil },
      ],
    },
    {
      role: 'assistant',
      model: evil,
      at: 2,
      parts: [
        { kind: 'text', text: 'I **will**.' },
        { kind: 'call', name: evil, input: { code: `\`\`\`\`${evil}` }, outcome: 'ok', result: `\`\`\`\`\n${evil}` },
      ],
    },
  ],
}

describe('a conversation for people', () => {
  it('says how a call ended in the words of who saves it, with what was shown, and what could not be read as it was written', () => {
    const parts = [
      { kind: 'broken', source: `{"name": ${evil}` },
      { kind: 'call', name: 'draw', input: {}, outcome: 'denied', result: 'r', display: { shown: 1 } },
    ] as const
    const written: SpokenThread = { title: 'All', turns: [{ role: 'assistant', at: 1, parts }] }
    const said = { ...words, shown: (display: unknown) => `shown ${JSON.stringify(display)}` }
    const text = threadMarkdown(written, said)
    expect(text).toContain(`\`\`\`\n{"name": ${evil}\n\`\`\``)
    expect(text).toContain('Result · was denied\n\n```\nr\n```\n\nshown {"shown":1}')
    const page = threadPage(written, { ...said, tag: 'en', toHtml: escapeHtml })
    expect(page).toContain('<pre>{&quot;name&quot;: &lt;script&gt;')
    expect(page).toContain('<p>Result · was denied</p><pre>r</pre></details>shown {"shown":1}')
  })

  it('is Markdown in which nothing ends the fence around it', () => {
    const text = threadMarkdown(thread, words)
    expect(text).toContain(`# Sum ${evil}\n\n## You\n\n*t1*\n\nSum it.`)
    expect(text).toContain('I **will**.')
    expect(text).toContain(`\`\`\`\`\`\n\`\`\`\`\n${evil}\n\`\`\`\`\``)
    expect(text.match(/^`{5}/gm)).toHaveLength(4)
  })

  it('is a page whose only marks are ours, and whose policy lets nothing run or be fetched', () => {
    const page = threadPage(thread, { ...words, tag: 'en', toHtml: (text) => `<p>${escapeHtml(text)}</p>` })
    expect(page).not.toContain('<script')
    expect(page).toContain("default-src 'none'")
    expect(page.match(/&lt;script&gt;/g)?.length).toBe(7)
    expect(page).not.toMatch(/\s(?:src|href|on\w+)=/)
  })
})
