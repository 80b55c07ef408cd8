/** One request that somebody could send to make the server deaf to everybody else. */
export interface Attack {
  readonly name: string
  readonly door: string
  /** About so many characters of JSON. */
  body(size: number): string
}

const fill = (piece: string, size: number): string => piece.repeat(Math.max(1, Math.floor(size / piece.length)))
const many = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index))
const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

const chat = (name: string, messages: (size: number) => unknown, more: object = {}): Attack => ({
  name: `chat: ${name}`,
  door: '/api/chat',
  body: (size) => JSON.stringify({ messages: messages(size), config: { model: 'm', ...more } }),
})

const SPOKEN = '<tool_call>\n{"name":"a","arguments":{}}\n</tool_call>\n'
const TOLD = '<tool_response>\nx\n</tool_response>\n'
const keys = (count: number) => Object.fromEntries(many(count, (index) => [`k${index}`, { a: 1 }]))
const parameters = { type: 'object', properties: { a: { type: 'string' } } }

const conversations: readonly Attack[] = [
  chat('as many short messages as are taken', (size) =>
    many(Math.min(size / 40, 30_000), (index) => (index % 2 ? assistant('yes') : user('and now?'))),
  ),
  chat('as many results as are taken', (size) => [
    user('x'),
    ...many(Math.min(size / 60, 20_000), (index) => ({ role: 'tool', tool_call_id: `c${index}`, content: 'x' })),
  ]),
  chat('one call of objects in words', (size) => [
    user('x'),
    assistant(`<tool_call>\n{"name":"a","arguments":{"a":[${fill('{},', size)}0]}}\n</tool_call>`),
    user(TOLD),
  ]),
  chat('one call of objects', (size) => [
    user('x'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'a', arguments: `{"a":[${fill('{},', size)}0]}` } }],
    },
  ]),
  chat('one call of keys', (size) => [
    user('x'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'a', arguments: JSON.stringify(keys(Math.min(size / 20, 12_000))) } },
      ],
    },
  ]),
  chat('one call of quotes', (size) => [
    user('x'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'c',
          type: 'function',
          function: { name: 'a', arguments: JSON.stringify({ a: fill('"', Math.min(size, 1_900_000) / 2) }) },
        },
      ],
    },
  ]),
  chat('short words', (size) => many(size / 40, (index) => (index % 2 ? assistant('yes') : user('and now?')))),
  chat('words of a hundred', (size) => many(size / 140, (index) => (index % 2 ? assistant : user)('hello world '.repeat(8)))),
  chat('one long answer', (size) => [user('x'), assistant(fill('hello world ', size)), user('ok')]),
  chat('a result behind a long answer without a call', (size) => [user('x'), assistant(fill('hello world ', size)), user(TOLD)]),
  chat('a result behind an answer of <', (size) => [user('x'), assistant(fill('<', size)), user(TOLD)]),
  chat('a result behind an answer of braces', (size) => [user('x'), assistant(fill('{"a":[', size / 1.4)), user(TOLD)]),
  chat('an unfinished result of spaces', (size) => [user('x'), assistant(SPOKEN), user(`<tool_response>\n${' '.repeat(size)}`)]),
  chat('many calls and results', (size) => [user('x'), assistant(fill(SPOKEN, size / 2)), user(fill(TOLD, size / 2))]),
  chat('many results, oddly spaced', (size) => [
    user('x'),
    assistant(SPOKEN),
    user(fill('<tool_result><id>1</id><content>a</content> </tool_result>', size)),
  ]),
  chat('a line of brackets', (size) => [user('x'), assistant('y'), user(`[a for 'b'] Result:\n${fill("[ for '", size)}`)]),
  chat('a line of colons', (size) => [
    user('x'),
    assistant('y'),
    user(`<|im_system|>a<|im_middle|>## Return of functions.${fill(':', size)}`),
  ]),
  chat('open JSON', (size) => [user('x'), assistant('y'), user(fill('{"tool_call_result":[', size))]),
  chat(
    'marks of many dialects',
    (size) => [user(fill('<tool_call>[TOOL_CALLS]```tool_call\n<function=a><|python_tag|>', size))],
    { toolParadigm: 'auto' },
  ),
  chat('a user of <', (size) => [user(fill('<', size))], { toolParadigm: 'auto' }),
  chat('Chinese words', (size) => [user(fill('素数之和', size / 3))], { toolParadigm: 'auto' }),
  chat('escapes', (size) => [user(fill('\n"', size / 4))]),
]

const tools = (size: number) =>
  Object.fromEntries(many(Math.min(size / 110, 2000), (index) => [`tool_${index}`, { description: 'd', parameters }]))

const others: readonly Attack[] = [
  {
    name: 'chat: many tools, much text',
    door: '/api/chat',
    body: (size) =>
      JSON.stringify({
        messages: [user(fill('<tool_1> </b> ', size / 2))],
        tools: tools(size / 2),
        config: { model: 'm', toolParadigm: 'cline-xml' },
      }),
  },
  {
    name: 'chat: nothing but objects',
    door: '/api/chat',
    body: (size) => `{"messages":[${fill('{},', size)}{}],"config":{"model":"m"}}`,
  },
  {
    name: 'chat: one UI message of many parts',
    door: '/api/chat',
    body: (size) =>
      JSON.stringify({
        messages: [{ id: 'a', role: 'user', parts: many(Math.min(size / 28, 30_000), () => ({ type: 'text', text: 'a' })) }],
        config: { model: 'm' },
      }),
  },
  {
    name: 'chat: many decisions',
    door: '/api/chat',
    body: (size) =>
      JSON.stringify({
        messages: [
          {
            id: 'a',
            role: 'assistant',
            parts: many(Math.min(size / 160, 9000), (index) => ({
              type: 'tool-a',
              toolCallId: `c${index}`,
              state: 'approval-responded',
              input: {},
              approval: { id: 'x', approved: true, signature: 's' },
            })),
          },
        ],
        config: { model: 'm' },
      }),
  },
  {
    name: 'respond: many calls and results',
    door: '/api/respond',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        dialect: 'hermes',
        messages: many(Math.min(size / 250, 9000), (index) =>
          index % 2
            ? {
                role: 'tool',
                id: `t${index}`,
                parts: [
                  {
                    type: 'tool-result',
                    callId: `c${index - 1}`,
                    name: 'a',
                    outcome: 'ok',
                    content: [{ type: 'text', text: 'x' }],
                    data: { a: [1] },
                  },
                ],
              }
            : { role: 'assistant', id: `a${index}`, parts: [{ type: 'tool-call', id: `c${index}`, name: 'a', input: { a: 1 } }] },
        ),
      }),
  },
  {
    name: 'respond: one long result of <',
    door: '/api/respond',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        dialect: 'auto',
        messages: [
          { role: 'assistant', id: 'a', parts: [{ type: 'tool-call', id: 'c', name: 'a', input: {} }] },
          {
            role: 'tool',
            id: 't',
            parts: [
              {
                type: 'tool-result',
                callId: 'c',
                name: 'a',
                outcome: 'ok',
                content: [{ type: 'text', text: fill('<', size / 2) }],
                data: fill('<', size / 2),
              },
            ],
          },
        ],
      }),
  },
  {
    name: 'OpenAI: one large picture',
    door: '/v1/chat/completions',
    body: (size) =>
      JSON.stringify({
        model: 'm@native',
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${fill('iVBORw0K', size)}` } }],
          },
        ],
      }),
  },
  {
    name: 'OpenAI: many tools',
    door: '/v1/chat/completions',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        messages: [user('x')],
        tools: many(Math.min(size / 150, 2000), (index) => ({
          type: 'function',
          function: { name: `tool_${index}`, description: 'd', parameters },
        })),
      }),
  },
  {
    name: 'OpenAI: one deep schema, wide',
    door: '/v1/chat/completions',
    body: (size) =>
      JSON.stringify({
        model: 'm@json-strict',
        messages: [user('x')],
        tools: [
          {
            type: 'function',
            function: {
              name: 'a',
              description: 'd',
              parameters: {
                type: 'object',
                properties: Object.fromEntries(many(Math.min(size / 40, 14_000), (index) => [`p${index}`, { type: 'string' }])),
              },
            },
          },
        ],
      }),
  },
  {
    name: 'OpenAI: many calls, no results',
    door: '/v1/chat/completions',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: many(Math.min(size / 90, 7000), (index) => ({
              id: `c${index}`,
              type: 'function',
              function: { name: 'a', arguments: '{}' },
            })),
          },
        ],
      }),
  },
  {
    name: 'Anthropic: many blocks',
    door: '/v1/messages',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: many(Math.min(size / 28, 30_000), () => ({ type: 'text', text: 'a' })) }],
      }),
  },
  {
    name: 'Responses: many items',
    door: '/v1/responses',
    body: (size) =>
      JSON.stringify({
        model: 'm',
        input: many(Math.min(size / 60, 7500), (index) => ({
          type: 'function_call',
          call_id: `c${index}`,
          name: 'a',
          arguments: '{}',
        })),
      }),
  },
]

export const ATTACKS: readonly Attack[] = [...conversations, ...others]
