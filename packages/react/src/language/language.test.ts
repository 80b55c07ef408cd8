import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCall, type Sentence } from '@parley/dialects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tree } from './bind.ts'
import { english } from './english/index.ts'
import { englishLate } from './english/late.ts'
import { LANGUAGES, languages, preferredLanguage, tagOf } from './languages.ts'
import { errorSentence, flawSentence } from './sentences.ts'
import { englishWords, loadWords } from './words.tsx'

const allEnglish = { ...english, ...englishLate }

const packages = join(import.meta.dirname, '../../../')
const others = languages.filter((language) => language !== 'en')

/** Every catalogue below the interface, found by its name: one that nobody told of would be missed. */
async function catalogues(): Promise<readonly { readonly file: string; readonly words: Readonly<Record<string, string>> }[]> {
  const files = globSync(['{dialects,server}/src/**/{words,flaws}.ts', 'browser/src/words/*.ts'], { cwd: packages })
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Readonly<Record<string, unknown>> = await import(join(packages, file))
      const tables = Object.entries(module).filter(([name]) => name.endsWith('Words'))
      return tables.map(([name, words]) => ({ file, words: withPrefix(name, words as Readonly<Record<string, string>>) }))
    }),
  )
  return found.flat()
}

/** A flaw is named by its mend. */
const withPrefix = (name: string, words: Readonly<Record<string, string>>) =>
  name === 'flawWords' ? Object.fromEntries(Object.entries(words).map(([id, text]) => [`flaw.${id}`, text])) : words

const leaves = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [[`${path}${name}`, part] as const] : leaves(part, `${path}${name}.`),
  )

const slotsOf = (template: string) =>
  [...new Set([...template.matchAll(/\{([\w-]+)(?::lower)?(?:\|[^{}]*)?\}/g)].map(([, slot]) => slot ?? ''))].toSorted((a, b) =>
    a.localeCompare(b),
  )

async function tablesOf(language: (typeof others)[number]) {
  const known = LANGUAGES[language]
  const { interface: tree, sentences, server } = await known.load()
  return { interface: Object.fromEntries(leaves(tree)), below: { ...sentences, ...server } as Readonly<Record<string, string>> }
}

describe.each(others)('words in %s', (language) => {
  it('are there for every sentence that can reach a person, and for no other', async () => {
    const ids = (await catalogues()).flatMap(({ words }) => Object.keys(words))
    expect(ids.length).toBeGreaterThan(300)
    const { below } = await tablesOf(language)
    expect(Object.keys(below).toSorted()).toEqual(ids.toSorted())
  })

  it('take the values that the English ones take', async () => {
    const { interface: tree, below } = await tablesOf(language)
    const originals = [...(await catalogues()).flatMap(({ words }) => Object.entries(words)), ...leaves(allEnglish)]
    const said: Readonly<Record<string, string>> = { ...tree, ...below }
    const differing = originals.filter(([id, text]) => String(slotsOf(text)) !== String(slotsOf(said[id] ?? '')))
    expect(differing.map(([id]) => id)).toEqual([])
  })

  it('have a form for each kind of number that the language tells apart', async () => {
    const { interface: tree, below } = await tablesOf(language)
    const kinds = new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories.length
    const wrong = Object.entries({ ...tree, ...below }).filter(([, text]) =>
      [...text.matchAll(/\{[\w-]+\|([^{}]*)\}/g)].some(([, forms = '']) => forms.split('|').length !== kinds),
    )
    expect(wrong).toEqual([])
  })
})

it('no two sentences have the same id, and no sentence is there for nothing', async () => {
  const all = await catalogues()
  const ids = all.flatMap(({ words }) => Object.keys(words))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const sources = globSync('{dialects,browser,server}/src/**/*.ts', { cwd: packages })
    .filter((file) => !/\.test\.ts$|[/\\](?:words|flaws)\.ts$|browser[/\\]src[/\\]words/.test(file))
    .map((file) => readFileSync(join(packages, file), 'utf8'))
    .join('\n')
  const made = [...sources.matchAll(/`([a-z]+\.[^`]*\$\{[^`]*)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
  )
  const isUsed = (id: string) => {
    const name = id.replace(/^flaw\./, '')
    return sources.includes(`'${name}'`) || made.some((pattern) => pattern.test(id))
  }
  // `two` is what `inARow` makes.
  expect(ids.filter((id) => id !== 'two' && !isUsed(id))).toEqual([])
})

it('no word of the interface is there for nothing', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(packages, 'react') })
    .filter((file) => !/\.test\.|[/\\]language[/\\]/.test(file))
    .map((file) => readFileSync(join(packages, 'react', file), 'utf8'))
    .join('\n')
  const sections = new Set(['rules', 'keys', 'author'])
  const unused = leaves(allEnglish).filter(([path]) => {
    const steps = path.split('.')
    const last = steps.at(-1) ?? ''
    return !sections.has(steps[0] ?? '') && !sources.includes(last) && !sources.includes(steps.at(-2) ?? '')
  })
  expect(unused).toEqual([])
})

describe('what was said below the interface', () => {
  const missing: Sentence = {
    message: '/a does not exist. List the folder to see what is there.',
    words: { id: 'file.missing', values: { path: '/a' } },
  }

  it('is said in the language of the page, by its id', async () => {
    const [chinese, german] = await Promise.all([loadWords('zh'), loadWords('de')])
    expect(chinese.said(missing)).toBe('/a 不存在。请列出文件夹查看其中的内容。')
    expect(german.said(missing)).toBe('/a gibt es nicht. Listen Sie den Ordner auf, um zu sehen, was da ist.')
    expect(englishWords.said(missing)).toBe(missing.message)
  })

  it('stays as it is where nobody here wrote it: another server, an older conversation, an id of tomorrow', async () => {
    const german = await loadWords('de')
    const message = 'Quota of project 12 is used up.'
    expect(german.said(message)).toBe(message)
    expect(german.said({ message })).toBe(message)
    expect(german.said({ message, words: { id: 'of-tomorrow' } })).toBe(message)
    expect(german.said({ message, words: { id: 'constructor' } })).toBe(message)
    expect(german.said({ message, words: { id: 'rules.toString' } })).toBe(message)
    const broken = { message, words: { id: 'file.missing', values: { path: { no: 'value' } } } } as unknown as Sentence
    expect(german.said(broken)).toBe(message)
  })

  it('spells a fraction as the language does, and leaves whole numbers alone', async () => {
    const german = await loadWords('de')
    expect(german.call.badge.succeeded({ seconds: 0.1 })).toBe('Fertig in 0,1 s')
    expect(englishWords.call.badge.succeeded({ seconds: 0.1 })).toBe('Done in 0.1 s')
    expect(german.call.badge.succeeded({ seconds: 40_000 })).toBe('Fertig in 40000 s')
    expect([800, 1536, 250_000].map(german.size)).toEqual(['800 B', '1,5 kB', '250 kB'])
    expect(englishWords.size(10_737_418_240)).toBe('10.7 GB')
  })

  it('holds its values literally, whatever they are', async () => {
    const words = await loadWords('de')
    const hostile = fc.oneof(
      fc.constantFrom('$&', '$1', '{path}', '{count|a|b}', '\u202e\u200b\u0000', '`</b>', '{problem}', 'x'.repeat(100_000)),
      fc.string(),
    )
    fc.assert(
      fc.property(hostile, (path) => {
        const said = words.said({ message: '', words: { id: 'file.missing', values: { path } } })
        expect(said).toBe(`${path} gibt es nicht. Listen Sie den Ordner auf, um zu sehen, was da ist.`)
        expect(words.action.readInFolder({ path })).toBe(`${path} in diesem Gespräch lesen`)
        expect(englishWords.action.readInFolder({ path })).toBe(`Read ${path} in this conversation`)
      }),
    )
  })

  it('does not go deeper than sentences of ours do', async () => {
    const words = await loadWords('de')
    let deep: Sentence = missing
    for (let depth = 0; depth < 1000; depth++)
      deep = { message: 'Deep.', words: { id: 'call.inside', values: { problem: deep } } }
    expect(words.said(deep)).toBe('Deep.')
  })

  it('is whole where sentences stand in sentences, and alternatives are joined as the language joins them', async () => {
    const schema = { type: 'object', properties: { count: { type: ['number', 'null'] } } } as const
    const call = { type: 'tool-call', id: '1', name: 'try', input: { count: 'a or b' } } as const
    const [problem] = checkCall(call, [{ name: 'try', description: '', parameters: schema }]).problems
    expect(problem?.message).toBe('`count` must be a number or null, but the string "a or b" was given.')
    const [chinese, german] = await Promise.all([loadWords('zh'), loadWords('de')])
    expect(problem && german.said(problem)).toBe(
      '`count`: erwartet wird eine Zahl oder null, angegeben ist die Zeichenkette "a or b".',
    )
    expect(problem && chinese.said(problem)).toBe('`count` 必须是数字或null，但给出的是字符串 "a or b"。')
  })

  it('is a flaw, an error with words and an error without', async () => {
    const german = await loadWords('de')
    expect(german.said(flawSentence({ id: 'trailing-commas', message: 'A comma stood behind the last value.' }))).toBe(
      'Hinter dem letzten Wert stand ein Komma.',
    )
    expect(german.said(errorSentence(Object.assign(new Error(missing.message), { words: missing.words })))).toContain(
      'gibt es nicht',
    )
    expect(german.said(errorSentence(new Error('Boom')))).toBe('Boom')
  })

  it('is what a tool of somebody else says in this language, where it does', async () => {
    const own = { message: 'Order tea', in: { zh: '订购茶', de: 'Tee bestellen' } }
    expect((await loadWords('de')).said(own)).toBe('Tee bestellen')
    expect((await loadWords('zh')).said(own)).toBe('订购茶')
    expect(englishWords.said(own)).toBe('Order tea')
  })
})

it('numbers take the form that the language has for them', async () => {
  const german = await loadWords('de')
  expect([1, 2].map((count) => german.call.unchangedLines({ count }))).toEqual(['1 unveränderte Zeile', '2 unveränderte Zeilen'])
  expect([1, 2].map((count) => englishWords.call.unchangedLines({ count }))).toEqual(['1 unchanged line', '2 unchanged lines'])
})

it('the first of the person’s languages that is spoken here is taken', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'zh'])).toBe('de')
  expect(preferredLanguage(['zh-Hant-TW', 'en'])).toBe('zh')
  expect(preferredLanguage(['fr'])).toBe('en')
})
