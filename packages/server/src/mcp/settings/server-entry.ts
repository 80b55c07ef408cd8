import type { Sentence } from '@parley/dialects'
import { z } from 'zod'

const shared = {
  /** Lower-case, without `__`, so that a tool's name on the wire has one reading. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,23}$/),
  /** The name as it was written. */
  label: z.string(),
  /** How long a call may be silent, in milliseconds. Absent: `mcp.callIdleMs`. */
  timeoutMs: z.number().int().positive().exactOptional(),
  disabled: z.boolean(),
  /** Tools that are never offered. */
  disabledTools: z.array(z.string()),
  /** What a person should know about how this entry was read. */
  notes: z.array(z.custom<Sentence>()),
}

/** One MCP server as it was written: variables are not filled in, so there is no secret in it that was not in the file. */
export const serverEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...shared,
    kind: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()),
    envFile: z.string().exactOptional(),
    cwd: z.string().exactOptional(),
  }),
  z.strictObject({
    ...shared,
    /** `sse` is the transport of 2024; `http` tries it where a server knows nothing newer. */
    kind: z.enum(['http', 'sse']),
    url: z.string().regex(/^https?:\/\/\S+$/),
    headers: z.record(z.string(), z.string()),
    /** Who we are to whoever gives out its logins, where we cannot register ourselves. */
    oauth: z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1).exactOptional() }).exactOptional(),
  }),
])

/** What `${input:id}` stands for, in words. */
export const serverInput = z.strictObject({ id: z.string(), description: z.string(), password: z.boolean() })

export type ServerEntry = z.output<typeof serverEntry>
export type ServerInput = z.output<typeof serverInput>

/** Which program or address it is: another one under the same name is another server. */
export function identityOf(entry: ServerEntry): string {
  return entry.kind === 'stdio'
    ? JSON.stringify(['stdio', entry.command, entry.args, entry.cwd ?? ''])
    : JSON.stringify([entry.kind, entry.url])
}

/** A path or a level may be told; what is named so may not. */
export const SECRET_NAME = /key|token|secret|pass|auth|credential|cookie/i

/** The command line without what its flags call a secret: `--api-key abc`, `--token=abc`. */
export function shownCommand({ command, args }: Extract<ServerEntry, { kind: 'stdio' }>): string {
  const shown = args.map((arg, index) => {
    const flag = args[index - 1] ?? ''
    if (arg.startsWith('-') && SECRET_NAME.test(arg)) return arg.replace(/=.*$/s, '=••••••')
    return flag.startsWith('-') && !flag.includes('=') && SECRET_NAME.test(flag) ? '••••••' : arg
  })
  return [command, ...shown].map((word) => (/^[\w@%+=:,./~$•{}-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}

/** Without a path or a query, which may hold a key. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''
