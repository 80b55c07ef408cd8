import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@parley/server'
import { type RunningServer, startServer } from '@parley/server/node'
import fc from 'fast-check'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withChange, withoutChange } from '../connect/change-file.ts'
import { CLIENTS } from '../connect/clients.ts'
import { runCommand } from '../main.ts'
import { linesOf } from './connect.ts'

let home: string
let server: RunningServer
const started: RunningServer[] = []
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'parley home ü '))
  server = await serve({})
})
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop(0)
  rmSync(home, { recursive: true })
})

async function serve(env: Record<string, string>): Promise<RunningServer> {
  const config = { ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: join(home, 'data'), ...env } }), port: 0 }
  const running = await startServer({ config })
  started.push(running)
  return running
}

async function connect(args: string, more: { answer?: string; env?: Record<string, string>; url?: string } = {}) {
  const said = { out: '', err: '' }
  const asked: string[] = []
  const { answer } = more
  const code = await runCommand(['connect', ...args.split(' '), '--url', more.url ?? server.address], {
    terminal: { out: (text) => void (said.out += text), err: (text) => void (said.err += text), watched: false },
    env: { HOME: home, ...more.env },
    page: () => Promise.reject(new Error('No page is needed.')),
    ...(answer !== undefined && { ask: async (question: string) => (asked.push(question), answer) }),
  })
  return { code, asked, ...said }
}

const at = (file: string) => join(home, file)
const read = (file: string) => readFileSync(at(file), 'utf8')
const lay = (file: string, text: string) => {
  mkdirSync(dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}

describe('parley connect', () => {
  test('shows what a client needs, with the address and the model of the Parley that runs, and writes nothing', async () => {
    const { code, out, err } = await connect('codex')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('model = "demo-scripted"')
    expect(out).toContain(`base_url = "${server.address}v1"`)
    expect(out).toContain('Then: codex --profile parley')
    expect(readdirSync(home)).toEqual(['data'].filter((name) => readdirSync(home).includes(name)))
  })

  test('writes after showing the change and asking, and only then', async () => {
    lay('.config/opencode/opencode.json', '{\n  // mine\n  "theme": "dark"\n}\n')
    const refused = await connect('opencode --write', { answer: 'n' })
    expect(refused).toMatchObject({ code: 1, err: 'Nothing was written.\n', asked: ['Write this? [y/N] '] })
    expect(refused.out).toMatch(/^\+ +"parley": \{$/m)
    expect((await connect('opencode --write')).err).toBe('Nobody is there to be asked. Say --yes, and nothing is asked.\n')
    expect(read('.config/opencode/opencode.json')).toBe('{\n  // mine\n  "theme": "dark"\n}\n')

    expect(await connect('opencode --write', { answer: 'y' })).toMatchObject({ code: 0, err: '' })
    const written = read('.config/opencode/opencode.json')
    expect(written).toContain('// mine')
    expect(parseJson(written)).toMatchObject({ theme: 'dark', provider: { parley: { models: { 'demo-scripted': {} } } } })
    expect((await connect('opencode --write --yes')).out).toContain('says so already')
  })

  test('undo takes it out again, to the byte, and leaves what was changed since', async () => {
    const mine = '{\n    // mine\n    "theme": "dark", \n    "provider": { }\n}\n'
    lay('.config/opencode/opencode.json', mine)
    await connect('opencode --write --yes')
    await connect('opencode --write --yes --model demo-scripted:1')
    expect(read('.config/opencode/opencode.json')).toContain('demo-scripted:1')
    expect(await connect('opencode --undo --yes')).toMatchObject({ code: 0 })
    expect(read('.config/opencode/opencode.json')).toBe(mine)
    expect(readdirSync(at('.config/opencode'))).toEqual(['opencode.json'])
    expect((await connect('opencode --undo --yes')).err).toMatch(/nothing was written that could be taken out/)

    await connect('opencode --write --yes')
    writeFileSync(at('.config/opencode/opencode.json'), read('.config/opencode/opencode.json').replace('"dark"', '"light"'))
    await connect('opencode --undo --yes')
    expect(read('.config/opencode/opencode.json')).toContain('// mine')
    expect(parseJson(read('.config/opencode/opencode.json'))).toEqual({ theme: 'light', provider: {} })
  })

  test.each(CLIENTS.filter(({ file }) => file).map(({ id }) => id))(
    '%s: a file that was not there is gone again after an undo',
    async (id) => {
      const before = readdirSync(home, { recursive: true }).filter((name) => statSync(at(String(name))).isFile())
      expect(await connect(`${id} --write --yes`)).toMatchObject({ code: 0, err: '' })
      expect(await connect(`${id} --undo --yes`)).toMatchObject({ code: 0, err: '' })
      expect(readdirSync(home, { recursive: true }).filter((name) => statSync(at(String(name))).isFile())).toEqual(before)
    },
  )

  test('what cannot be merged safely is left alone, with a sentence that says why', async () => {
    for (const [file, id, text, why] of [
      ['.config/opencode/opencode.json', 'opencode', '{"theme": ', /not valid JSON/],
      ['.config/opencode/opencode.json', 'opencode', '{"provider": "none"}', /provider is not an object/],
      ['.kimi-code/config.toml', 'kimi', '[providers\n', /not valid TOML/],
      ['.kimi-code/config.toml', 'kimi', '[providers.parley]\ntype = "kimi"\n', /has an entry parley of its own/],
    ] as const) {
      lay(file, text)
      expect(await connect(`${id} --write --yes`)).toMatchObject({ code: 1, err: expect.stringMatching(why) })
      expect(read(file)).toBe(text)
    }
    expect(await connect('cursor --write --yes')).toMatchObject({ code: 1, err: expect.stringContaining('has no file') })
  })

  test('a file that is a link stays one, and nobody else may read what is new', async () => {
    lay('dotfiles/opencode.json', '{}\n')
    mkdirSync(at('.config/opencode'), { recursive: true })
    symlinkSync(at('dotfiles/opencode.json'), at('.config/opencode/opencode.json'))
    await connect('opencode --write --yes')
    expect(read('dotfiles/opencode.json')).toContain('parley')
    await connect('codex --write --yes')
    expect(statSync(at('.codex/parley.config.toml')).mode & 0o077).toBe(0)
  })

  test('a token is asked for, and stands in no file and in no line', async () => {
    const guarded = await serve({ PARLEY_TOKEN: 'open-sesame' })
    const url = guarded.address
    expect(await connect('codex', { url })).toMatchObject({ code: 1, err: expect.stringContaining('Set PARLEY_TOKEN') })
    const env = { PARLEY_TOKEN: 'open-sesame' }
    for (const { id, file } of CLIENTS) {
      expect((await connect(id, { url, env })).out).not.toContain('open-sesame')
      if (file) await connect(`${id} --write --yes`, { url, env })
    }
    expect(parseToml(read('.codex/parley.config.toml'))).toMatchObject({
      model_providers: { parley: { env_key: 'PARLEY_TOKEN' } },
    })
    for (const name of readdirSync(home, { recursive: true }))
      if (statSync(at(String(name))).isFile()) expect(read(String(name))).not.toContain('open-sesame')
  })

  test('without a Parley the lines are an example that says so, and writing needs a model', async () => {
    const url = 'http://127.0.0.1:9'
    expect((await connect('pi', { url })).out).toContain('No Parley answers at http://127.0.0.1:9, so my-model stands for')
    expect(await connect('pi --write --yes', { url })).toMatchObject({ code: 1, err: expect.stringContaining('--model') })
    expect(await connect('pi --write --yes --model mine', { url })).toMatchObject({ code: 0 })
    expect((await connect('codex --model nobody')).err).toMatch(/has no model nobody\. It has demo-scripted/)
    expect((await connect('kodex')).err).toBe('There is no client "kodex". Did you mean "parley connect codex"?\n')
  })

  test('a name that is a command is none to the shell, the program and the file', () => {
    const model = `a'; rm -rf "~" \\ $(x)`
    for (const client of CLIENTS) {
      const lines = linesOf(client, { base: 'http://127.0.0.1:4317', model, hasToken: false })
      if (client.change?.({ base: '', model, hasToken: false }).kind === 'toml')
        expect(JSON.stringify(parseToml(lines))).toContain('rm -rf')
      if (client.where === 'At a terminal') expect(lines).toContain(String.raw`'a'\''; rm -rf "~" \ $(x)'`)
      if (client.id === 'langchain') expect(lines).toContain(String.raw`model: 'a\'; rm -rf "~" \\ $(x)'`)
    }
  })
})

describe('a file of somebody else', () => {
  const key = fc.constantFrom('provider', 'providers', 'parley', 'theme', 'x.y', 'ü', '')
  const tree = fc.dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.dictionary(key, fc.dictionary(key, fc.boolean()))))
  const change = { kind: 'json', at: ['provider', 'parley'], value: { name: 'Parley' } } as const

  test('keeps all that it held when JSON is written, and is the same after an undo', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        if ('provider' in value && (typeof value['provider'] !== 'object' || value['provider'] === null)) return
        const before = JSON.stringify(value, null, indent)
        const after = withChange(before, change)
        const own = typeof value['provider'] === 'object' ? value['provider'] : {}
        expect(parseJson(after)).toEqual({ ...value, provider: { ...own, parley: { name: 'Parley' } } })
        expect(withoutChange(after, before, change)).toBe(before)
      }),
    )
  })

  test('keeps all that it held when TOML is written, and is the same after an undo', () => {
    const toml = { kind: 'toml', text: '[providers.parley]\ntype = "openai"\n', unset: ['a', 'parley'] } as const
    const line = fc.constantFrom('a = 1', '# a comment', '', '[b]', 'c = "[providers.parley]"', 'd = """\nx\n"""')
    fc.assert(
      fc.property(fc.uniqueArray(line), fc.boolean(), (lines, ends) => {
        const before = lines.join('\n') + (ends ? '\n' : '')
        const after = withChange(before, toml)
        expect(parseToml(after)).toEqual({ a: 'parley', ...parseToml(before), providers: { parley: { type: 'openai' } } })
        expect(withoutChange(after, before, toml)).toBe(before)
        expect(withChange(after, toml)).toBe(after)
      }),
    )
  })
})

describe('the pages of the guests', () => {
  const pages = fileURLToPath(new URL('../../../../docs/guests/', import.meta.url))

  test.each(CLIENTS.map((client) => [client.id, client] as const))(
    'the page of %s shows the lines that parley connect shows',
    (id, client) => {
      const page = readFileSync(join(pages, client.page), 'utf8')
      expect(page).toContain(linesOf(client, { base: 'http://127.0.0.1:4317', model: 'my-model', hasToken: false }))
      expect(page).toContain(`parley connect ${id}`)
      expect(readFileSync(join(pages, 'README.md'), 'utf8')).toContain(`](${client.page})`)
    },
  )
})
