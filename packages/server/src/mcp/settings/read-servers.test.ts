import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOf } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createMask } from './mask.ts'
import { readServersText } from './read-servers.ts'
import { resolveEntry } from './resolve-entry.ts'
import { identityOf, shownCommand } from './server-entry.ts'

const problemIn = (text: string) => {
  try {
    readServersText(text)
    return undefined
  } catch (error) {
    return faultOf(error)?.message
  }
}

describe('what a README says can be pasted', () => {
  test('as Claude, Cursor and Cline write it, with comments and trailing commas', () => {
    const { servers } = readServersText(`{
      // my servers
      "mcpServers": {
        "GitHub (work)": { "command": "npx", "args": ["-y", "pkg", "https://x/y"], "env": { "TOKEN": "\${env:GH}", "N": 3 }, },
        "remote": { "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer \${KEY}" }, "timeout": 90 }, /* two */
      },
    }`)
    expect(servers).toMatchObject([
      {
        id: 'github-work',
        label: 'GitHub (work)',
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'pkg', 'https://x/y'],
        env: { N: '3' },
      },
      { id: 'remote', kind: 'http', url: 'https://mcp.example.com/mcp', timeoutMs: 90_000 },
    ])
  })

  test('as VS Code writes it, with inputs, and beneath `mcp`', () => {
    const text = JSON.stringify({
      inputs: [{ type: 'promptString', id: 'key', description: 'API key', password: true }],
      servers: { a: { type: 'stdio', command: 'a', envFile: '.env' }, b: { type: 'sse', url: 'http://localhost:1/sse' } },
    })
    const read = readServersText(text)
    expect(read.inputs).toEqual([{ id: 'key', description: 'API key', password: true }])
    expect(read.servers.map(({ kind }) => kind)).toEqual(['stdio', 'sse'])
    expect(readServersText(JSON.stringify({ mcp: JSON.parse(text) }))).toEqual(read)
  })

  test('the map alone, and two names that read alike', () => {
    const { servers } = readServersText('{"A b": {"command": "x"}, "a-b": {"command": "y"}, "名前": {"command": "z"}}')
    expect(servers.map(({ id }) => id)).toEqual(['a-b', 'a-b-2', 'server'])
  })

  test('what would approve by itself is not taken over, and said so', () => {
    const { servers } = readServersText('{"a": {"command": "x", "autoApprove": ["*"], "alwaysAllow": ["y"], "fancy": 1}}')
    expect(servers[0]?.notes.map(({ message }) => message)).toEqual([
      expect.stringContaining('`autoApprove` was not taken over'),
      expect.stringContaining('`alwaysAllow` was not taken over'),
      expect.stringContaining('fancy'),
    ])
  })

  test.each([
    ['no JSON', '{"a": ', 'not JSON'],
    ['no server', '{"name": "x"}', 'no server'],
    ['neither program nor address', '{"mcpServers": {"a": {"args": []}}}', 'neither `command` nor `url`'],
    ['an address that is none', '{"mcpServers": {"a": {"url": "file:///etc/passwd"}}}', 'cannot be used'],
    ['arguments that are none', '{"mcpServers": {"a": {"command": "x", "args": "rm"}}}', '`args`'],
  ])('%s is refused by name', (_what, text, said) => {
    expect(problemIn(text)).toContain(said)
  })
})

describe('the configuration', () => {
  test('takes servers beside its own settings, from a file, and both', () => {
    const file = '{ "port": 0, "mcpServers": { "a": { "command": "x" } } // here\n}'
    const { mcp } = readConfig({ env: { PARLEY_MCP_EDIT: 'yes' }, file, mcpFile: '{"servers": {"a": {"command": "y"}}}' })
    expect(mcp.servers.map(({ id }) => id)).toEqual(['a', 'a-2'])
    expect(mcp.edit).toBe(true)
    expect(readConfig({ env: {} }).mcp).toMatchObject({ servers: [], edit: false })
  })
})

const entryOf = (entry: object) => {
  const [first] = readServersText(JSON.stringify({ mcpServers: { a: entry } })).servers
  if (!first) throw new Error('no entry')
  return first
}
const variables = { env: { GH: 'secret-gh', HOME_DIR: '/h' }, inputs: [], answers: new Map([['key', 'answered']]) }

const missing = async (text: string) =>
  faultOf(await resolveEntry(entryOf({ command: text }), variables).catch((error: unknown) => error))?.message

describe('variables and secrets', () => {
  test('are filled in where the server is started, from the environment, inputs and a file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'mcp-')), '.env')
    await writeFile(file, 'FROM_FILE="in file"\n')
    const entry = entryOf({
      command: '$GH',
      args: ['${env:GH}', 'a-${GH}-b', '${NONE:-otherwise}', '${input:key}', '$5'],
      env: { A: '${HOME_DIR}', LEVEL: 'verbose', API_KEY: 'literal' },
      envFile: file,
    })
    const { entry: resolved, secrets } = await resolveEntry(entry, variables)
    expect(resolved).toMatchObject({
      command: 'secret-gh',
      args: ['secret-gh', 'a-secret-gh-b', 'otherwise', 'answered', '$5'],
      env: { A: '/h', FROM_FILE: 'in file', API_KEY: 'literal' },
    })
    expect(secrets).toEqual(expect.arrayContaining(['secret-gh', 'answered', 'in file', 'literal']))
    expect(secrets).not.toContain('verbose')
    expect(identityOf(entry)).not.toContain('secret-gh')
  })

  test('one that is missing is named', async () => {
    expect(await missing('${env:NOWHERE}')).toContain('NOWHERE')
    expect(await missing('${input:other}')).toContain('PARLEY_MCP_INPUT_OTHER')
  })

  test('are taken out of what a server says, the longer one first', () => {
    const mask = createMask(['abcdef', 'abcdefgh', 'on'])
    expect(mask('xabcdefghx abcdef on')).toBe('x••••••x •••••• on')
  })

  test('a key in the command line is not shown', () => {
    const entry = entryOf({ command: 'x', args: ['--api-key', 'abc', '--token=def', '--dir', '/a b'] })
    expect(entry.kind === 'stdio' && shownCommand(entry)).toBe('x --api-key •••••• --token=•••••• --dir "/a b"')
  })
})
