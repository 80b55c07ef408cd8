import { describe, expect, test } from 'vitest'
import { callsBetween, HOSTILE } from '../../testing/hostile-templates.ts'
import { dialectFromTemplate } from './dialect-from-template.ts'

describe('refused within two seconds:', () => {
  test.each(HOSTILE)('%s', async (_, reason, source) => {
    const start = process.cpuUsage()
    const derived = await dialectFromTemplate(source)
    const { user, system } = process.cpuUsage(start)
    expect(derived.ok).toBe(false)
    expect(derived.report.sentence).toContain(`The template was refused. ${reason}`)
    expect((user + system) / 1e6).toBeLessThan(2)
  })

  test.each([
    ['one letter', 'too short', callsBetween('a', 'b')],
    ['two signs', 'too short', callsBetween('<<', '>>')],
    ['a word', 'ordinary text', callsBetween('the ', ' end')],
    ['a word and a colon', 'ordinary text', callsBetween('Answer: ', '')],
    ['a bracket', 'nothing marks', callsBetween('[', ']')],
    ['what Markdown begins a code block with', 'ordinary text', callsBetween('```\n', '\n```')],
    ['a tag that people write', 'ordinary text', callsBetween('<b>', '</b>')],
    ['white space', 'nothing marks', callsBetween('\n\n    ', '\n')],
    ['a mark that is too long', 'too long', callsBetween(`<${'x'.repeat(300)}>`, '</x>')],
  ])('calls between marks that are none: %s', async (_, reason, source) => {
    const derived = await dialectFromTemplate(source, { known: [] })
    expect(derived.ok).toBe(false)
    expect(derived.report.sentence).toContain(reason)
  })

  test('a template that is costly where there are many tools, and cheap where it was tried, falls back to our words', async () => {
    const source = `{% if tools and tools | length > 5 %}{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}{% endif %}${callsBetween('<|use|>', '<|/use|>')}`
    const derived = await dialectFromTemplate(source)
    if (!derived.ok) throw new Error(derived.report.sentence)
    const tools = Array.from({ length: 6 }, (_, place) => ({ name: `tool_${place}`, description: '', parameters: {} }))
    expect(derived.dialect.instruct(tools, 'auto')).toContain('tool_5')
  })
})
