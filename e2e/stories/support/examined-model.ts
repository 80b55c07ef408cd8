import type { Reply, Script } from './scripted-upstream.ts'

interface Call {
  readonly name: string
  readonly input: Readonly<Record<string, string>>
}

/** How the dialects that a model may be taught write calls: told by what stands in the lesson. */
const DIALECTS = [
  {
    id: 'json-strict',
    sign: '"tool_calls"',
    write: (calls: readonly Call[]) => JSON.stringify({ tool_calls: calls.map(asFunction) }),
  },
  { id: 'hermes', sign: '<tool_call>', write: (calls: readonly Call[]) => calls.map(inTag).join('\n') },
  { id: 'canonical-xml', sign: '<tool name=', write: (calls: readonly Call[]) => calls.map(inElements).join('\n') },
] as const

const asFunction = ({ name, input }: Call, at: number) => ({
  id: `call_${at + 1}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})
const inTag = ({ name, input }: Call) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`
const inElements = ({ name, input }: Call) =>
  `<tool name="${name}">\n${Object.entries(input)
    .map(([key, value]) => `<param name="${key}">${value}</param>`)
    .join('\n')}\n</tool>`

const weather = (city: string): Call => ({ name: 'get_weather', input: { city } })

/** What the doctor asks for. */
function wanted(question: string): readonly Call[] {
  const [, city] = /every character as it stands: (.*)$/m.exec(question) ?? []
  if (city !== undefined) return [weather(city)]
  const [, content] = /every character as it stands:\n([\s\S]*)$/.exec(question) ?? []
  if (content !== undefined) return [{ name: 'save_file', input: { path: 'count.py', content } }]
  return question.includes('Lima') ? [weather('Oslo'), weather('Lima')] : [weather('Oslo')]
}

/** Takes no tools, talks around calls in one dialect, forgets what closes them in another, and is right in the third. */
export const faultyModel: Script = ({ messages, tools }): Reply => {
  if (tools !== undefined) return { status: 400, text: 'This model takes no tools.' }
  const all = messages.map(({ content }) => content).join('\n')
  const question = messages.at(-1)?.content ?? ''
  const dialect = DIALECTS.find(({ sign }) => messages[0]?.content.includes(sign))
  if (all.includes('17 °C')) return { text: 'It is 17 °C in Oslo.' }
  if (question.includes('two plus two') || !dialect) return { text: '4' }
  const written = dialect.write(wanted(question))
  if (question.includes('documentation')) return { text: `It looks like this:\n\`\`\`\n${written}\n\`\`\`\nThat is all.` }
  if (dialect.id === 'json-strict') return { text: `Sure, I will do that.\n${written}` }
  return { text: dialect.id === 'hermes' ? written.replace(/<\/tool_call>$/, '') : written }
}
