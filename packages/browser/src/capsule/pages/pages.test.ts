import { describe, expect, it } from 'vitest'
import type { SpokenThread } from './spoken-thread.ts'
import { threadMarkdown } from './thread-markdown.ts'
import { escapeHtml, threadPage } from './thread-page.ts'

const words = { you: 'You', model: 'Model', untitled: 'Untitled', result: 'Result', time: (at: number) => `t${at}` }
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
