import { describe, expect, test } from 'vitest'
import { readConfig, unknownVariables } from './config.ts'

describe('readConfig', () => {
  test('nothing set gives a server for this computer with the demo in it', () => {
    const config = readConfig({ env: {} })
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4317, providers: [], discover: true, limits: { retries: 0 } })
    expect(config.token).toBeUndefined()
  })

  test('a variable that looks like ours and that nobody reads is found', () => {
    const env = { PARLEY_TOKN: 'mistyped', PARLEY_TOKEN: 'x', PARLEY_URL: 'http://x', PARLEY_CONFIG: 'a.json', OTHER: '1' }
    expect(unknownVariables(env)).toEqual(['PARLEY_TOKN'])
  })

  test('threads of the agent lie in a file, or in the database that the environment names; tokens have holders', () => {
    expect(readConfig({ env: {} })).toMatchObject({ tokens: {}, agent: { folder: '.parley', keepDays: 90, leaseMs: 10_000 } })
    const env = { DATABASE_URL: 'postgres://db/parley', PARLEY_DATA: '/data', PARLEY_TOKENS: 'anna:token-1:x, ben:token-2-x' }
    const config = readConfig({ env, file: '{"agent":{"keepDays":7}}' })
    expect(config.agent).toMatchObject({ database: 'postgres://db/parley', folder: '/data', keepDays: 7 })
    expect(config.tokens).toEqual({ anna: 'token-1:x', ben: 'token-2-x' })
    expect(() => readConfig({ env: { DATABASE_URL: 'mysql://db' } })).toThrow(/`agent.database` \(DATABASE_URL\).*postgres:/)
    expect(() => readConfig({ env: { PARLEY_TOKENS: 'nameless' } })).toThrow(/`tokens` \(PARLEY_TOKENS\)/)
  })

  test('a key that the file names and the environment holds is one provider, and the environment still wins', () => {
    const listed = { id: 'mine', kind: 'openai-responses', key: '$OPENAI_API_KEY', models: ['a'], headers: { 'x-team': 'lab' } }
    const file = JSON.stringify({ providers: [listed, { id: 'other', kind: 'anthropic', key: 'another' }] })
    const env = { OPENAI_API_KEY: 'one-key' }
    expect(readConfig({ env, file }).providers.map(({ id }) => id)).toEqual(['mine', 'other'])
    expect(readConfig({ env, file }).providers[0]).toMatchObject({ key: 'one-key', models: [{ id: 'a' }] })
    const more = { ...env, OPENAI_BASE_URL: 'http://lab/v1', OPENAI_MODELS: 'b,c', GEMINI_API_KEY: 'third' }
    const [gemini, mine] = readConfig({ env: more, file }).providers
    expect(gemini).toMatchObject({ id: 'gemini' })
    expect(mine).toMatchObject({
      id: 'mine',
      url: 'http://lab/v1',
      models: [{ id: 'b' }, { id: 'c' }],
      headers: { 'x-team': 'lab' },
    })
    expect(() => readConfig({ env, file: file.replace('"anthropic"', '"nobody"') })).toThrow(/`providers\.1\.kind`/)
  })

  test('environment and file come together, and the environment wins', () => {
    const file = JSON.stringify({
      port: 1,
      limits: { bodyBytes: 1000 },
      providers: [
        {
          id: 'lab',
          kind: 'openai-compatible',
          url: 'http://127.0.0.1:9/v1/',
          key: '$LAB_KEY',
          models: ['a', { id: 'b', dialect: 'native' }],
        },
      ],
    })
    const config = readConfig({
      env: { PORT: '5000', LAB_KEY: 'secret', PARLEY_URL: 'http://x/v1', PARLEY_MODELS: 'm1, m2', PARLEY_RETRIES: '2' },
      file,
    })
    expect(config.port).toBe(5000)
    expect(config.limits).toMatchObject({ bodyBytes: 1000, retries: 2 })
    expect(config.providers).toEqual([
      { id: 'custom', kind: 'openai-compatible', url: 'http://x/v1', models: [{ id: 'm1' }, { id: 'm2' }] },
      {
        id: 'lab',
        kind: 'openai-compatible',
        url: 'http://127.0.0.1:9/v1',
        key: 'secret',
        models: [{ id: 'a' }, { id: 'b', dialect: 'native' }],
      },
    ])
  })

  test.each([
    [{ env: { PORT: 'eighty' } }, /`port` \(PORT\).*number/],
    [{ env: { PARLEY_TOKEN: 'short' } }, /`token` \(PARLEY_TOKEN\).*at least 8/],
    [{ env: { PARLEY_DEMO_PACE: '-1' } }, /`demo.pace` \(PARLEY_DEMO_PACE\)/],
    [{ env: {}, file: '{"prot": 1}' }, /prot/],
    [{ env: {}, file: '{' }, /parley.config.json is not valid JSON.*delete it/],
    [{ env: {}, file: '[]' }, /must hold one JSON object/],
    [{ env: { PARLEY_URL: 'localhost:1' } }, /PARLEY_URL.*http:\/\//],
    [{ env: { PARLEY_URL: 'http://x', PARLEY_DIALECT: 'klingon' } }, /PARLEY_DIALECT.*native/],
    [{ env: { PARLEY_URL: 'http://x', PARLEY_DIALECT: 'kimi-k2.5' } }, /PARLEY_DIALECT.*Kimi K2\.5 speaks "kimi-k2"/],
    [{ env: { PARLEY_URL: 'http://x', PARLEY_KIND: 'psychic' } }, /PARLEY_KIND/],
    [
      { env: {}, file: '{"providers":[{"id":"lab","kind":"openai-compatible","key":"$NOPE"}]}' },
      /`lab` takes its key from \$NOPE, which is not set/,
    ],
    [{ env: { PARLEY_ORIGINS: 'https://app.example/chat' } }, /PARLEY_ORIGINS.*without a path/],
    [{ env: { PARLEY_ORIGINS: '*' } }, /PARLEY_ORIGINS.*such as https/],
    [{ env: { PARLEY_ORIGINS: 'null' } }, /PARLEY_ORIGINS.*such as https/],
    [{ env: { PARLEY_TOKENS: 'anna' } }, /PARLEY_TOKENS.*anna:her-token/],
    [{ env: { PORT: 'http' } }, /PORT.*must be a number/],
    [{ env: { PARLEY_TOKENS: 'anna:short' } }, /PARLEY_TOKENS.*at least 8/],
  ])('a mistake is told by its field and its remedy: %j', (sources, message) => {
    expect(() => readConfig(sources)).toThrow(message)
  })
})

test('an origin is what a browser sends, however it was typed', () => {
  const { origins } = readConfig({ env: { PARLEY_ORIGINS: 'https://App.Example/, tauri://localhost' } })
  expect(origins).toEqual(['https://app.example', 'tauri://localhost'])
})

const complaint = (env: Record<string, string>, file?: object) => () =>
  readConfig({ env, ...(file && { file: JSON.stringify(file) }) })

test('a complaint names what the person typed, in the environment or in the file', () => {
  const broken = { providers: [{ id: 'mine', kind: 'nothing' }] }
  expect(complaint({ PARLEY_URL: 'nowhere' })).toThrow(/^The setting PARLEY_URL is wrong/)
  expect(complaint({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'nowhere' })).toThrow(/^The setting OPENAI_BASE_URL is wrong/)
  expect(complaint({}, broken)).toThrow(/^The setting `providers\.0\.kind` is wrong/)
  expect(complaint({ PARLEY_URL: 'http://127.0.0.1:1' }, broken)).toThrow(/^The setting `providers\.0\.kind` is wrong/)
})
