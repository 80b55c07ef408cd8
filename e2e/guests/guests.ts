import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PARLEY } from '../../scripts/workspace/serve-command.mjs'

/** What a guest is told: where to ask, whom, and what. */
interface Invitation {
  /** The address without `/v1`. */
  readonly base: string
  readonly model: string
  readonly question: string
  readonly folder: string
  /** Whose home it is at home in. */
  readonly home: string
  /** Where the packages are installed. */
  readonly installed: string
  /** Of settings that only this visit has. */
  readonly settings: string
}

interface Visit {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface Guest {
  readonly name: string
  /** Whose tools it has; absent: those that our script gives it. */
  readonly hands?: string
  readonly packages: Readonly<Record<string, string>>
  /** The model's name, for who has other tools for models that it knows. Absent: one that nobody knows. */
  readonly model?: string
  /** What it does not say, whoever tells it. Absent: it shows every cause. */
  readonly hides?: 'full'
  /** Whether it can be asked for structured output. */
  readonly shapes?: true
  visit(invitation: Invitation): Promise<Visit> | Visit
}

const sdk = (name: string, script: string, packages: Guest['packages'], more: { door?: string; shapes?: true } = {}): Guest => ({
  name,
  packages: { ...packages, zod: '4.6.7' },
  ...(more.shapes && { shapes: true }),
  visit: ({ base, model, question, installed }) => ({
    file: process.execPath,
    args: [join(installed, script)],
    env: { BASE: base, MODEL: model, QUESTION: question, ...(more.door !== undefined && { DOOR: more.door }) },
  }),
})

const OPENAI = { openai: '7.53.0' }
const ANTHROPIC = { '@anthropic-ai/sdk': '1.8.0' }
const AI_SDK = {
  ai: '7.0.169',
  '@ai-sdk/openai': '4.0.114',
  '@ai-sdk/anthropic': '4.0.102',
  '@ai-sdk/openai-compatible': '3.0.90',
}
const LANGCHAIN = {
  langchain: '1.5.14',
  '@langchain/core': '1.2.13',
  '@langchain/openai': '1.6.0',
  '@langchain/anthropic': '1.5.11',
}
const AGENTS = { '@openai/agents': '0.20.0' }

const bin = ({ installed }: Invitation, name: string): string => join(installed, 'node_modules', '.bin', name)

const COMMAND = join(import.meta.dirname, '..', '..', PARLEY)

/** As a person would: the command writes what the guest reads. */
async function connect(client: string, { base, model, home }: Invitation): Promise<void> {
  const args = [COMMAND, 'connect', client, '--write', '--yes', '--url', base, '--model', model]
  await promisify(execFile)(process.execPath, args, { env: { HOME: home } })
}

const codex: Guest = {
  name: 'Codex',
  hands: 'codex',
  packages: { '@openai/codex': '0.166.0' },
  async visit(invitation) {
    await connect('codex', invitation)
    return {
      file: bin(invitation, 'codex'),
      args: [
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        '--profile',
        'parley',
        invitation.question,
      ],
      env: {},
    }
  },
}

const codexPatch: Guest = { ...codex, name: 'Codex, a model it knows', hands: 'codex-patch', model: 'gpt-5.5' }

const claudeCode: Guest = {
  name: 'Claude Code',
  hands: 'claude-code',
  packages: { '@anthropic-ai/claude-code': '2.1.325' },
  async visit(invitation) {
    await connect('claude-code', invitation)
    const file = join(invitation.home, '.claude', 'parley.json')
    return {
      file: bin(invitation, 'claude'),
      args: ['-p', invitation.question, '--settings', file, '--allowedTools', 'Bash,Read'],
      env: {},
    }
  },
}

const opencode: Guest = {
  name: 'opencode',
  hands: 'opencode',
  packages: { 'opencode-ai': '1.18.33' },
  async visit(invitation) {
    await connect('opencode', invitation)
    const file = await settings(invitation, 'opencode.json', { autoupdate: false, permission: 'allow' })
    return {
      file: bin(invitation, 'opencode'),
      args: ['run', '--model', `parley/${invitation.model}`, invitation.question],
      env: { OPENCODE_CONFIG: file, OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    }
  },
}

const kimi: Guest = {
  name: 'Kimi Code',
  hands: 'kimi',
  packages: { '@moonshot-ai/kimi-code': '2.1.0' },
  async visit(invitation) {
    await connect('kimi', invitation)
    return { file: bin(invitation, 'kimi'), args: ['--model', 'parley', '-p', invitation.question], env: {} }
  },
}

const pi: Guest = {
  name: 'pi, coding agent',
  hands: 'pi',
  // With `-p` it ends without a word when there is nothing to compact.
  hides: 'full',
  packages: { '@mariozechner/pi-coding-agent': '0.73.1' },
  async visit(invitation) {
    await connect('pi', invitation)
    const args = ['-p', '--provider', 'parley', '--model', invitation.model, invitation.question]
    return { file: bin(invitation, 'pi'), args, env: { PI_OFFLINE: '1' } }
  },
}

const geminiCli: Guest = {
  name: 'Gemini CLI',
  hands: 'gemini-cli',
  packages: { '@google/gemini-cli': '0.61.0' },
  async visit(invitation) {
    const home = { ...invitation, settings: join(invitation.home, '.gemini') }
    await settings(home, 'settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } })
    return {
      file: bin(invitation, 'gemini'),
      args: ['--model', invitation.model, '--yolo', '--skip-trust', '-p', invitation.question],
      env: { GOOGLE_GEMINI_BASE_URL: invitation.base, GEMINI_API_KEY: 'none' },
    }
  },
}

const qwenCode: Guest = {
  name: 'qwen-code',
  hands: 'qwen-code',
  packages: { '@qwen-code/qwen-code': '0.24.4' },
  visit: (invitation) => ({
    file: bin(invitation, 'qwen'),
    args: ['--yolo', '--auth-type', 'openai', '-p', invitation.question],
    env: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${invitation.base}/v1`,
      OPENAI_MODEL: invitation.model,
      QWEN_TELEMETRY_ENABLED: 'false',
    },
  }),
}

const cline: Guest = {
  name: 'Cline',
  hands: 'cline',
  packages: { cline: '3.0.65' },
  async visit(invitation) {
    const { base, model, question } = invitation
    const provider = { provider: 'openai-compatible', apiKey: 'none', model, baseUrl: `${base}/v1` }
    await settings(invitation, join('settings', 'providers.json'), {
      version: 1,
      lastUsedProvider: 'openai-compatible',
      providers: { 'openai-compatible': { settings: provider, updatedAt: new Date(0).toISOString(), tokenSource: 'manual' } },
    })
    return {
      file: bin(invitation, 'cline'),
      args: ['--data-dir', invitation.settings, '--provider', 'openai-compatible', '-m', model, question],
      env: {},
    }
  },
}

const continueCli: Guest = {
  name: 'Continue',
  hands: 'continue',
  packages: { '@continuedev/cli': '1.5.47' },
  async visit(invitation) {
    const { base, model } = invitation
    const file = await settings(invitation, 'config.yaml', {
      name: 'Parley',
      version: '1.0.0',
      schema: 'v1',
      models: [
        {
          name: 'Parley',
          provider: 'openai',
          model,
          apiBase: `${base}/v1`,
          apiKey: 'none',
          roles: ['chat'],
          capabilities: ['tool_use'],
        },
      ],
    })
    return {
      file: bin(invitation, 'cn'),
      args: ['-p', '--auto', '--config', file, invitation.question],
      env: { CONTINUE_TELEMETRY_ENABLED: '0' },
    }
  },
}

/** JSON is YAML, too. */
async function settings({ settings: folder }: Invitation, name: string, value: object): Promise<string> {
  const file = join(folder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(value, null, 2))
  return file
}

/** What the model of a guest is called behind our server. */
export const modelOf = ({ model, hands = 'sdk' }: Guest): string => model ?? hands

export const GUESTS: readonly Guest[] = [
  sdk('openai, chat', 'openai-chat.mjs', OPENAI, { shapes: true }),
  sdk('openai, Responses', 'openai-responses.mjs', OPENAI, { shapes: true }),
  sdk('@anthropic-ai/sdk, toolRunner', 'anthropic.mjs', ANTHROPIC, { shapes: true }),
  sdk("AI SDK, openai('m')", 'ai-sdk.mjs', AI_SDK, { shapes: true, door: 'openai' }),
  sdk('AI SDK, openai.chat', 'ai-sdk.mjs', AI_SDK, { shapes: true, door: 'chat' }),
  sdk('AI SDK, anthropic', 'ai-sdk.mjs', AI_SDK, { shapes: true, door: 'anthropic' }),
  sdk('AI SDK, openai-compatible', 'ai-sdk.mjs', AI_SDK, { shapes: true, door: 'compatible' }),
  sdk('LangChain, ChatOpenAI', 'langchain.mjs', LANGCHAIN, { shapes: true, door: 'openai' }),
  sdk('LangChain, ChatOpenAI Responses', 'langchain.mjs', LANGCHAIN, { shapes: true, door: 'responses' }),
  sdk('LangChain, ChatAnthropic', 'langchain.mjs', LANGCHAIN, { shapes: true, door: 'anthropic' }),
  sdk('@openai/agents', 'agents.mjs', AGENTS, { shapes: true }),
  sdk('@openai/agents, chat', 'agents.mjs', AGENTS, { shapes: true, door: 'chat' }),
  codex,
  codexPatch,
  claudeCode,
  opencode,
  qwenCode,
  cline,
  continueCli,
  kimi,
  pi,
  geminiCli,
]
