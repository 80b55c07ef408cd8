import { join } from 'node:path'
import type { Client, Parley, Places } from './client.ts'

/** A string as TOML and YAML write it. */
const quoted = (text: string) => JSON.stringify(text)

/** A string as a program writes it. */
const inCode = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

/** A word as a shell takes it: a name of a model is no command. */
const word = (text: string) => (/^[\w.:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** What stands where a client insists on a key. It is none. */
const NO_KEY = 'none'

const config = ({ home, platform, env }: Places) =>
  platform === 'win32' ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming')) : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))

const codex: Client = {
  id: 'codex',
  name: 'Codex',
  page: 'codex.md',
  where: 'In ~/.codex/parley.config.toml, a profile of its own',
  file: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'parley.config.toml'),
  change: ({ base, model, hasToken }) => ({
    kind: 'own',
    text: `model = ${quoted(model)}
model_provider = "parley"

[model_providers.parley]
name = "Parley"
base_url = ${quoted(`${base}/v1`)}
wire_api = "responses"
${hasToken ? 'env_key = "PARLEY_TOKEN"\n' : ''}`,
  }),
  run: () => 'codex --profile parley',
}

const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  page: 'claude-code.md',
  where: 'In ~/.claude/parley.json, beside your own settings',
  file: ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'parley.json'),
  change: ({ base, model, hasToken }) => ({
    kind: 'own',
    text: `${JSON.stringify(
      {
        model,
        env: {
          ANTHROPIC_BASE_URL: base,
          ...(!hasToken && { ANTHROPIC_AUTH_TOKEN: NO_KEY }),
          ANTHROPIC_SMALL_FAST_MODEL: model,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        },
      },
      null,
      2,
    )}\n`,
  }),
  run: ({ hasToken }) => `${hasToken ? 'ANTHROPIC_AUTH_TOKEN=$PARLEY_TOKEN ' : ''}claude --settings ~/.claude/parley.json`,
}

const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  page: 'opencode.md',
  where: 'In ~/.config/opencode/opencode.json',
  file: ({ home, env }) => join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode', 'opencode.json'),
  change: ({ base, model, hasToken }) => ({
    kind: 'json',
    at: ['provider', 'parley'],
    value: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Parley',
      options: { baseURL: `${base}/v1`, apiKey: hasToken ? '{env:PARLEY_TOKEN}' : NO_KEY },
      models: { [model]: { name: model } },
    },
  }),
  run: ({ model }) => `opencode --model ${word(`parley/${model}`)}`,
}

const pi: Client = {
  id: 'pi',
  name: 'pi',
  page: 'pi.md',
  where: 'In ~/.pi/agent/models.json',
  file: ({ home }) => join(home, '.pi', 'agent', 'models.json'),
  change: ({ base, model, hasToken }) => ({
    kind: 'json',
    at: ['providers', 'parley'],
    value: {
      baseUrl: `${base}/v1`,
      api: 'openai-completions',
      apiKey: hasToken ? '$PARLEY_TOKEN' : NO_KEY,
      models: [{ id: model }],
    },
  }),
  run: ({ model }) => `pi --provider parley --model ${word(model)}`,
}

const kimi: Client = {
  id: 'kimi',
  name: 'Kimi Code',
  page: 'kimi.md',
  where: 'At the end of ~/.kimi-code/config.toml',
  file: ({ home, env }) => join(env['KIMI_CODE_HOME'] ?? join(home, '.kimi-code'), 'config.toml'),
  change: ({ base, model, hasToken }) => ({
    kind: 'toml',
    text: `[providers.parley]
type = "openai"
base_url = ${quoted(`${base}/v1`)}
${hasToken ? 'api_key_env = "PARLEY_TOKEN"' : `api_key = ${quoted(NO_KEY)}`}

[models.parley]
provider = "parley"
model = ${quoted(model)}
max_context_size = 32768
`,
    // Kimi answers nobody before it has a default, whatever --model says.
    unset: ['default_model', 'parley'],
  }),
  run: () => 'kimi --model parley',
}

const zed: Client = {
  id: 'zed',
  name: 'Zed',
  page: 'zed.md',
  where: "In Zed's settings.json",
  file: (places) =>
    places.platform === 'win32' ? join(config(places), 'Zed', 'settings.json') : join(config(places), 'zed', 'settings.json'),
  change: ({ base, model }) => ({
    kind: 'json',
    at: ['language_models', 'openai_compatible', 'Parley'],
    value: {
      api_url: `${base}/v1`,
      available_models: [
        { name: model, display_name: `${model} (Parley)`, max_tokens: 32768, capabilities: { tools: true, images: false } },
      ],
    },
  }),
  run: ({ hasToken }) => `PARLEY_API_KEY=${hasToken ? '$PARLEY_TOKEN' : NO_KEY} zed`,
}

const continueCli: Client = {
  id: 'continue',
  name: 'Continue',
  page: 'continue.md',
  where: 'In ~/.continue/parley.yaml, beside your own',
  file: ({ home }) => join(home, '.continue', 'parley.yaml'),
  change: ({ base, model, hasToken }) => ({
    kind: 'own',
    text: `name: Parley
version: 1.0.0
schema: v1
models:
  - name: Parley
    provider: openai
    model: ${quoted(model)}
    apiBase: ${quoted(`${base}/v1`)}
    apiKey: ${hasToken ? '${{ secrets.PARLEY_TOKEN }}' : NO_KEY}
    roles: [chat]
    capabilities: [tool_use]
`,
  }),
  run: () => 'cn --config ~/.continue/parley.yaml',
}

/** Clients whose file or place can be written. */
const written: readonly Client[] = [codex, claudeCode, opencode, continueCli, kimi, pi, zed]

const key = ({ hasToken }: Parley) => (hasToken ? '$PARLEY_TOKEN' : NO_KEY)
/** The same inside a program. */
const keyInCode = ({ hasToken }: Parley) => (hasToken ? 'process.env.PARLEY_TOKEN' : `'${NO_KEY}'`)

const shown: readonly Client[] = [
  {
    id: 'qwen-code',
    name: 'qwen-code',
    page: 'qwen-code.md',
    where: 'At a terminal',
    lines: (parley) =>
      `OPENAI_BASE_URL=${word(`${parley.base}/v1`)} OPENAI_API_KEY=${key(parley)} OPENAI_MODEL=${word(parley.model)} qwen --auth-type openai\n`,
  },
  {
    id: 'cline',
    name: 'Cline',
    page: 'cline.md',
    where: 'At a terminal',
    lines: (parley) =>
      `cline auth openai --apikey ${key(parley)} --modelid ${word(parley.model)} --baseurl ${word(`${parley.base}/v1`)}\ncline "Run the tests"\n`,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    page: 'gemini-cli.md',
    where: 'In ~/.gemini/settings.json, and at a terminal',
    lines: (parley) =>
      `{ "security": { "auth": { "selectedType": "gemini-api-key" } } }

GOOGLE_GEMINI_BASE_URL=${word(parley.base)} GEMINI_API_KEY=${key(parley)} gemini --model ${word(parley.model)}\n`,
  },
  {
    id: 'jetbrains',
    name: 'JetBrains AI Assistant',
    page: 'jetbrains.md',
    where: 'Under Settings | Tools | AI Assistant | Providers & API keys, as an OpenAI-compatible provider',
    lines: ({ base, model, hasToken }) =>
      `URL      ${base}/v1\nAPI Key  ${hasToken ? 'the token of your Parley' : NO_KEY}\nModel    ${model}\n`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    page: 'cursor.md',
    where: 'Under Settings | Models | API Keys, with "Override OpenAI Base URL" switched on',
    lines: ({ base, model, hasToken }) =>
      `OpenAI Base URL  ${base}/v1\nOpenAI API Key   ${hasToken ? 'the token of your Parley' : NO_KEY}\nCustom model     ${model}\n`,
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    page: 'librechat.md',
    where: 'In librechat.yaml, under endpoints.custom',
    lines: ({ base, model, hasToken }) => `endpoints:
  custom:
    - name: Parley
      apiKey: ${hasToken ? `'\${PARLEY_TOKEN}'` : NO_KEY}
      baseURL: ${quoted(`${base}/v1`)}
      models:
        default: [${quoted(model)}]
        fetch: true
      titleConvo: true
      titleModel: ${quoted(model)}
`,
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    page: 'open-webui.md',
    where: 'In the environment that Open WebUI is started in',
    lines: (parley) => `OPENAI_API_BASE_URL=${word(`${parley.base}/v1`)} OPENAI_API_KEY=${key(parley)} open-webui serve\n`,
  },
  {
    id: 'openai',
    name: 'The openai package',
    page: 'openai.md',
    where: 'In your program',
    lines: (parley) => `const client = new OpenAI({ baseURL: ${inCode(`${parley.base}/v1`)}, apiKey: ${keyInCode(parley)} })\n`,
  },
  {
    id: 'anthropic',
    name: '@anthropic-ai/sdk',
    page: 'anthropic-sdk.md',
    where: 'In your program',
    lines: (parley) => `const client = new Anthropic({ baseURL: ${inCode(parley.base)}, apiKey: ${keyInCode(parley)} })\n`,
  },
  {
    id: 'ai-sdk',
    name: 'AI SDK',
    page: 'ai-sdk.md',
    where: 'In your program',
    lines: (parley) => `const baseURL = ${inCode(`${parley.base}/v1`)}

createOpenAI({ baseURL, apiKey: ${keyInCode(parley)} })(${inCode(parley.model)})
`,
  },
  {
    id: 'langchain',
    name: 'LangChain',
    page: 'langchain.md',
    where: 'In your program',
    lines: (parley) =>
      `new ChatOpenAI({ model: ${inCode(parley.model)}, apiKey: ${keyInCode(parley)}, configuration: { baseURL: ${inCode(`${parley.base}/v1`)} } })\n`,
  },
  {
    id: 'openai-agents',
    name: '@openai/agents',
    page: 'openai-agents.md',
    where: 'In your program',
    lines: (parley) => `const runner = new Runner({
  modelProvider: new OpenAIProvider({ apiKey: ${keyInCode(parley)}, baseURL: ${inCode(`${parley.base}/v1`)}, useResponses: true }),
})
`,
  },
]

/** Everybody who can be pointed at Parley, in the order in which they are listed. */
export const CLIENTS: readonly Client[] = [...written, ...shown]
