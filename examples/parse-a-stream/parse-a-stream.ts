import { createParser } from '@parley/dialects'

const tools = [{ name: 'get_weather', description: 'The weather in a city.', parameters: { type: 'object' } }]
const parser = createParser({ dialect: 'hermes', tools })

const pieces = ['Let me look. <tool', '_call>{"name": "get_wea', 'ther", "arguments": {"ci', 'ty": "Oslo"}}</tool_call>']

for (const piece of pieces) show(parser.push(piece))
show(parser.end())

function show(events: ReturnType<typeof parser.push>): void {
  for (const event of events) if (event.type === 'part-delta') console.log('  …', event.text)
  for (const event of events) if (event.type === 'part-end') console.log(event.value)
}
