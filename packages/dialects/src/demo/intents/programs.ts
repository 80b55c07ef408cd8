import { answerOf, type Intent, type Move, type Say, type Step } from '../talk.ts'
import { absolute } from './files.ts'

interface Replacement {
  readonly folder: string
  readonly before: string
  readonly after: string
}

const ASKED = [
  /change (?<before>\w+) to (?<after>\w+) in every file of (?<folder>[\w./-]+)/i,
  /把\s*(?<folder>[\w./-]+)\s*里每个文件的\s*(?<before>\w+)\s*改成\s*(?<after>\w+)/,
]

function readAsked(question: string): Replacement | undefined {
  const found = ASKED.map((pattern) => pattern.exec(question)?.groups).find((groups) => groups !== undefined)
  const { folder, before, after } = found ?? {}
  return folder && before && after ? { folder: absolute(folder.replace(/\.$/, '')), before, after } : undefined
}

/** Whatever a listing looks like, the files in it have names with an ending. */
const NAMES = /[\w-]+\.\w+/g

/** One call after another: what is there, each file, and each change. */
function nextCall(steps: readonly Step[], { folder, before, after }: Replacement): Move['call'] {
  const [list, ...rest] = steps
  if (!list) return { name: 'list_directory', input: { path: folder } }
  const paths = [...new Set(answerOf(list).match(NAMES))].map((name) => `${folder}/${name}`)
  const read = rest.slice(0, paths.length)
  const unread = paths[read.length]
  if (unread !== undefined) return { name: 'read_file', input: { path: unread } }
  const changed = paths.filter((_, index) => answerOf(read[index]).includes(before))
  const path = changed[rest.length - paths.length]
  return path === undefined ? undefined : { name: 'edit_file', input: { path, old_text: before, new_text: after } }
}

/** The same as one program, for whoever lets programs call the tools. */
const program = ({
  folder,
  before,
  after,
}: Replacement): string => `const listing = await tools.list_directory({ path: ${JSON.stringify(folder)} })
const names = new Set(String(typeof listing === 'string' ? listing : JSON.stringify(listing)).match(${NAMES}))
let changed = 0
for (const name of names) {
  const path = ${JSON.stringify(`${folder}/`)} + name
  const text = await tools.read_file({ path })
  if (!text.includes(${JSON.stringify(before)})) continue
  await tools.edit_file({ path, old_text: ${JSON.stringify(before)}, new_text: ${JSON.stringify(after)} })
  changed += 1
}
changed`

const done = (say: Say, count: number | string, { folder, before, after }: Replacement): Move => ({
  say: say(
    `I changed ${before} to ${after} in ${count} of the files in ${folder}.`,
    `已在 ${folder} 的 ${count} 个文件中把 ${before} 改成 ${after}。`,
  ),
})

const replace: Intent = {
  examples: { en: 'Change TODO to DONE in every file of /src', zh: '把 /src 里每个文件的 TODO 改成 DONE' },
  match(question) {
    const asked = readAsked(question)
    if (!asked) return undefined
    return (steps, say, tools) => {
      if (!tools.has('read_file')) {
        if (steps.length > 0) return done(say, answerOf(steps[0]), asked)
        const call = { name: 'browser_js_eval', input: { code: program(asked) } }
        return { say: say('I write one program that does it.', '我写一个程序来完成。'), call }
      }
      const call = nextCall(steps, asked)
      if (!call) return done(say, steps.filter(({ name }) => name === 'edit_file').length, asked)
      return { say: say('I go on.', '我继续。'), call }
    }
  },
}

export const programIntents: readonly Intent[] = [replace]
