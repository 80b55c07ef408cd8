import { homedir } from 'node:os'
import { Advice, defineCommand, type Surroundings } from '../command.ts'
import { withChange, withoutChange } from '../connect/change-file.ts'
import type { Client, Parley, Places } from '../connect/client.ts'
import { backupOf, keepBefore, readIfThere, remove, writeWhole } from '../connect/client-file.ts'
import { CLIENTS } from '../connect/clients.ts'
import { type Found, findParley } from '../connect/find-parley.ts'
import { showDiff } from '../connect/show-diff.ts'
import { nearest } from '../nearest.ts'

const ids = CLIENTS.map(({ id }) => id)

export const command = defineCommand({
  usage: [
    ['parley connect codex', 'shows what Codex needs to use the Parley that runs here'],
    ['parley connect codex --write', 'writes it into the file of Codex, after showing the change and asking'],
    ['parley connect codex --undo', 'takes it out again'],
  ],
  options: {
    write: { type: 'boolean', means: "writes the client's file; what it held lies beside it then" },
    undo: { type: 'boolean', means: 'takes out what was written' },
    yes: { type: 'boolean', means: 'does not ask' },
    model: { type: 'string', value: '<name>', means: 'the model (the first that Parley offers)' },
    url: { type: 'string', value: '<address>', means: 'the address of Parley (http://127.0.0.1:4317)' },
  },
  words: 1,
  note: `Clients: ${ids.join(', ')}.\nA key or a token is never written: clients take the token of Parley from PARLEY_TOKEN.`,
  async run({ values, words: [id] }, surroundings) {
    const client = findClient(id)
    if (values.write && values.undo) throw new Advice('Say --write or --undo, not both.')
    const places = { home: surroundings.env['HOME'] || homedir(), platform: process.platform, env: surroundings.env }
    const agree = agreement(values.yes === true, surroundings.ask)
    if (values.undo) return await undo(client, places, agree, surroundings)
    const parley = await findParley(values, surroundings.env)
    const isNamed = values.model !== undefined
    if (values.write) return await write(client, parley, { agree, isNamed, places }, surroundings)
    surroundings.terminal.out(guidance(client, parley))
    return 0
  },
})

function findClient(id: string | undefined): Client {
  const found = CLIENTS.find((client) => client.id === id)
  if (found) return found
  if (id === undefined)
    throw new Advice(`Say which client: parley connect ${ids.slice(0, 3).join('|')}|… "parley connect --help" lists all.`)
  const meant = nearest(id, ids)
  throw new Advice(
    `There is no client "${id}". ${meant === undefined ? `There are ${ids.join(', ')}.` : `Did you mean "parley connect ${meant}"?`}`,
  )
}

/** What the page of the client says, with the address and the model filled in. */
export function linesOf({ change, lines }: Client, parley: Parley): string {
  if (lines) return lines(parley)
  const made = change?.(parley)
  if (made?.kind === 'toml') return `${made.unset[0]} = ${JSON.stringify(made.unset[1])}\n\n${made.text}`
  if (made?.kind !== 'json') return made?.text ?? ''
  const whole = made.at.reduceRight<unknown>((value, key) => ({ [key]: value }), made.value)
  return `${JSON.stringify(whole, null, 2)}\n`
}

function guidance(client: Client, parley: Found): string {
  const example = `No Parley answers at ${parley.base}, so ${parley.model} stands for a model of yours. Start it: parley\n\n`
  const others = parley.models.length > 1 ? `Other models: ${parley.models.slice(0, 8).join(', ')} (--model)\n` : ''
  return [
    parley.answers ? '' : example,
    `${client.where}:\n\n${linesOf(client, parley)}\n`,
    client.run ? `Then: ${client.run(parley)}\n` : '',
    others,
    client.file ? `"parley connect ${client.id} --write" writes it.\n` : '',
  ].join('')
}

type Agree = (question: string) => Promise<void>

async function write(
  client: Client,
  parley: Found,
  { agree, isNamed, places }: { readonly agree: Agree; readonly isNamed: boolean; readonly places: Places },
  { terminal }: Surroundings,
): Promise<number> {
  if (!client.file || !client.change) {
    terminal.out(guidance(client, parley))
    throw new Advice(`${client.name} has no file that could be written safely. Do it by hand, as shown above.`)
  }
  if (!parley.answers && !isNamed)
    throw new Advice(`No Parley answers at ${parley.base}. Start it (parley), name it (--url), or say which model: --model`)
  const file = client.file(places)
  const before = await readIfThere(file)
  const change = client.change(parley)
  const after = withChange(before, change)
  if (after === before) return said(terminal, `${file} says so already.\n`)
  terminal.out(`${file}\n\n${showDiff(before ?? '', after)}\n\n`)
  await agree('Write this?')
  await keepBefore(file, before)
  await writeWhole(file, after)
  return said(
    terminal,
    `Written. ${client.run ? `Now: ${client.run(parley)}\n` : ''}"parley connect ${client.id} --undo" takes it out again.\n`,
  )
}

async function undo(client: Client, places: Places, agree: Agree, { terminal }: Surroundings): Promise<number> {
  if (!client.file || !client.change) throw new Advice(`Nothing is ever written for ${client.name}.`)
  const file = client.file(places)
  const text = await readIfThere(file)
  const before = await readIfThere(backupOf(file))
  if (text === undefined || before === undefined)
    throw new Advice(`There is no ${text === undefined ? file : backupOf(file)}, so nothing was written that could be taken out.`)
  const after = withoutChange(text, before, client.change({ base: '', model: '', hasToken: false }))
  terminal.out(`${file}\n\n${showDiff(text, after)}\n\n`)
  await agree(after === '' ? 'Delete this file?' : 'Write this?')
  await (after === '' ? remove(file) : writeWhole(file, after))
  await remove(backupOf(file))
  return said(terminal, 'Done.\n')
}

/** Whoever does not agree is told that nothing happened. */
const agreement =
  (yes: boolean, ask: Surroundings['ask']): Agree =>
  async (question) => {
    if (yes) return
    if (!ask) throw new Advice('Nobody is there to be asked. Say --yes, and nothing is asked.')
    if (!/^\s*(y|yes)\s*$/i.test(await ask(`${question} [y/N] `))) throw new Advice('Nothing was written.')
  }

function said({ out }: Surroundings['terminal'], text: string): number {
  out(text)
  return 0
}
