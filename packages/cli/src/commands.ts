import type { Command } from './command.ts'

export interface Listed {
  readonly name: string
  /** Its line in `parley --help`. */
  readonly summary: string
  /** Loaded when it is called: the others should cost nothing. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** Every command. The first is what `parley` alone does. */
export const COMMANDS: readonly [Listed, ...Listed[]] = [
  {
    name: 'start',
    summary: 'serves the studio and the gateway on http://127.0.0.1:4317; parley alone does the same',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'connect',
    summary: 'points another program at it: Codex, Claude Code, opencode and more',
    load: () => import('./commands/connect.ts'),
  },
  {
    name: 'doctor',
    summary: 'tries whether a model can call tools, and in which way best',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'export',
    summary: 'writes saved conversations as JSON Lines to train a model with, in any dialect',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'serve',
    summary: 'the same, with a model from a file of weights: parley serve model.gguf',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'engine',
    summary: 'installs, shows or removes the engine that runs models from files',
    load: () => import('./commands/engine.ts'),
  },
  {
    name: 'models',
    summary: 'lists, downloads, uses and deletes models from files of weights',
    load: () => import('./commands/models.ts'),
  },
  {
    name: 'mcp',
    summary: 'offers the MCP tools of a Parley that runs to other agents, over standard streams',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'replay',
    summary: 'asks other models the questions of saved conversations, and compares their calls',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'verify',
    summary: 'says whether saved conversations are as they were exported, and what was allowed in them',
    load: () => import('./commands/verify.ts'),
  },
]
