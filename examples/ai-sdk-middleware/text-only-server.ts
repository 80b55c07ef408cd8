/** A server with a model that only writes text: it asks for the weather, and repeats what it is told. */
export async function textOnlyServer(_url: unknown, init?: RequestInit): Promise<Response> {
  const { messages }: { messages: { content: string }[] } = await new Response(init?.body).json()
  const told = /<tool_response>\s*([\s\S]*?)\s*<\/tool_response>/.exec(messages.at(-1)?.content ?? '')?.[1]
  const answer = told ? `I asked: ${told}.` : '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>'
  const events = [...(answer.match(/.{1,7}/g) ?? [])].map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const body = [...events, end].map(
    (event) => `data: ${JSON.stringify({ id: 'a', model: 'text-only', created: 0, ...event })}\n\n`,
  )
  return new Response(`${body.join('')}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}
