import { modelsHomeOf, readGivenConfig } from '@parley/server/node'
import { Advice, defineCommand, type Surroundings } from '../command.ts'

type Home = ReturnType<typeof modelsHomeOf>

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

export const command = defineCommand({
  usage: [
    ['parley models', 'lists the models here, those of other programs, and those that can be downloaded'],
    ['parley models get <model>', 'downloads one, or the rest of it: Ctrl-C pauses, the same command goes on'],
    ['parley models use <model>', 'uses a file that Ollama or LM Studio has on this computer'],
    ['parley models delete <model>', 'deletes a download, whole or begun, or forgets a file of another program'],
  ],
  options: {
    yes: { type: 'boolean', means: 'downloads without asking' },
    config: { type: 'string', value: '<file>', means: 'the configuration (parley.config.json in this folder)' },
  },
  words: 2,
  note: 'PARLEY_MIRROR (or HF_ENDPOINT) names another place to download from. PARLEY_DATA names the folder that models lie in.',
  async run({ values, words: [what = 'list', id = ''] }, surroundings) {
    const { env, terminal } = surroundings
    const home = modelsHomeOf(
      await readGivenConfig({ ...env, ...(values.config !== undefined && { PARLEY_CONFIG: values.config }) }),
    )
    if (what === 'list') await show(home, terminal)
    else if (what === 'get') await get(home, id, values.yes === true, surroundings)
    else if (what === 'use') await use(home, id, terminal)
    else if (what === 'delete') await remove(home, id, terminal)
    else throw new Advice(`parley models takes get, use or delete, not ${what}.`)
    return 0
  },
})

async function show(home: Home, { out }: Surroundings['terminal']): Promise<void> {
  const here = await home.list()
  for (const { id, origin } of here) out(`${id}  (${origin})\n`)
  if (here.length === 0) out('No model is here yet.\n')
  for (const { id, from, bytes } of await home.found()) out(`${id}  ${gigabytes(bytes)}, of ${from}: parley models use ${id}\n`)
  out(`\nCan be downloaded (as of ${home.seen}):\n`)
  const best = home.suggested()
  for (const offer of home.offers) {
    const { id, gigabytes: size, memoryGb, licence, languages: tags, otherLanguages, repo } = offer
    const languages = `${tags.map((tag) => NAMES.of(tag)).join(', ')} and ${otherLanguages} others`
    const mark = offer === best ? '  <- suits the memory of this computer' : ''
    out(`${id}  about ${size} GB, needs ${memoryGb} GB of memory, ${licence}, ${languages}, from ${repo}${mark}\n`)
  }
}

async function get(home: Home, id: string, yes: boolean, { terminal, ask }: Surroundings): Promise<void> {
  const offer = home.offers.find((one) => one.id === id)
  if (!offer) throw new Advice(`There is no model "${id}" to download. "parley models" lists them.`)
  const leaving = new AbortController()
  const leave = (): void =>
    leaving.abort(new Advice('The download is paused. The same command goes on with it; "parley models delete" takes it away.'))
  process.once('SIGINT', leave)
  try {
    const source = await home.look(offer, leaving.signal)
    const question = `${id}: ${gigabytes(source.bytes)} from ${new URL(source.url).host}, licence ${offer.licence}. Download it? [y/N] `
    if (!yes && !/^y(es)?$/i.test((await ask?.(question))?.trim() ?? ''))
      throw new Advice(`Nothing was downloaded. ${ask ? '' : 'Say --yes where nobody can be asked.'}`.trim())
    let shown = -1
    await home.get(offer, source, leaving.signal, (bytes) => {
      const percent = Math.floor((100 * bytes) / source.bytes)
      if (percent === shown) return
      shown = percent
      if (terminal.watched) terminal.err(`\r${percent} %`)
    })
    terminal.out(`${terminal.watched ? '\n' : ''}${id} is here. Start Parley, and choose it.\n`)
  } finally {
    process.off('SIGINT', leave)
  }
}

async function use(home: Home, id: string, { out }: Surroundings['terminal']): Promise<void> {
  const found = (await home.found()).find((one) => one.id === id)
  if (!found) throw new Advice(`Neither Ollama nor LM Studio has a model "${id}" here. "parley models" lists what they have.`)
  await home.use(found)
  out(`${id} is used where it lies: ${found.path}\n`)
}

async function remove(home: Home, id: string, { out }: Surroundings['terminal']): Promise<void> {
  if (!(await home.remove(id))) throw new Advice(`There is no download "${id}" to delete. "parley models" lists them.`)
  out(`${id} is gone.\n`)
}
