import { readStream } from '@parley/dialects'

const tools = [{ name: 'get_weather', description: 'The weather in a city.', parameters: { type: 'object' } }]

async function* answer() {
  yield* ['Let me look. <tool', '_call>{"name": "get_wea', 'ther", "arguments": {"ci', 'ty": "Oslo"}}</tool_call>']
}

for await (const event of readStream(answer(), { dialect: 'hermes', tools })) {
  if (event.type === 'part-delta') console.log('  …', event.text)
  if (event.type === 'part-end') console.log(event.value)
}
