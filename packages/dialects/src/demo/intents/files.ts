import { answerOf, type Intent } from '../talk.ts'

/** Tried only where a word begins: from every letter of a long one, it would take forever. */
const PATH = String.raw`(?<![\w./-])[\w./-]*[\w-]\.\w+`

/** `notes.txt` and `./notes.txt` mean `/notes.txt`. */
export function absolute(path: string): string {
  return `/${path.replace(/^\.?\/+/, '').replace(/\/+$/, '')}`
}

const found = (pattern: string, question: string, group = 1): string | undefined =>
  new RegExp(pattern, 'i').exec(question)?.[group]

const list: Intent = {
  examples: { en: 'List the files in /src', zh: '列出 /src 目录里的文件' },
  match(question) {
    if (!/\blist\b.*\b(files?|director|folder)|what files|\bls\b|列出.*(文件|目录)|有哪些文件/i.test(question)) return undefined
    const folder = found(String.raw`(?:\b(?:in|of)\s+|列出\s*)(?:the\s+)?(\/?[\w./-]+)`, question) ?? '/'
    const path = folder === '/' ? '/' : absolute(folder)
    return (steps, say) =>
      steps.length === 0
        ? {
            say: say(`I will look into ${path}.`, `我来看看 ${path} 里有什么。`),
            call: { name: 'list_directory', input: { path } },
          }
        : { say: say(`This is in ${path}:\n\n${block(answerOf(steps[0]))}`, `${path} 里有：\n\n${block(answerOf(steps[0]))}`) }
  },
}

const read: Intent = {
  examples: { en: 'Read /notes.txt', zh: '读取 /notes.txt' },
  match(question) {
    const given = found(
      String.raw`(?:\b(?:read|open|show)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?|读取|打开|查看)\s*(${PATH})`,
      question,
    )
    if (given === undefined) return undefined
    const path = absolute(given)
    return (steps, say) =>
      steps.length === 0
        ? { say: say(`I will read ${path}.`, `我来读取 ${path}。`), call: { name: 'read_file', input: { path } } }
        : { say: say(`${path} says:\n\n${block(answerOf(steps[0]))}`, `${path} 的内容：\n\n${block(answerOf(steps[0]))}`) }
  },
}

const QUOTED = String.raw`["'“”「‘]([^"'”“」’]+)["'”“」’]`

const write: Intent = {
  examples: { en: 'Write "Hello, world" to /hello.txt', zh: '把“你好”写入 /hello.txt' },
  match(question) {
    const english = new RegExp(String.raw`\bwrite\s+${QUOTED}\s+(?:in)?to\s+(?:the\s+file\s+)?(${PATH})`, 'i').exec(question)
    const chinese = new RegExp(String.raw`${QUOTED}\s*(?:写入|写到|保存到)\s*(${PATH})`).exec(question)
    const [, content, given] = english ?? chinese ?? []
    if (content === undefined || given === undefined) return undefined
    const path = absolute(given)
    return (steps, say) =>
      steps.length === 0
        ? {
            say: say(`I will write it to ${path}.`, `我来写入 ${path}。`),
            call: { name: 'write_file', input: { path, content: `${content}\n` } },
          }
        : { say: say(`${path} is written.`, `${path} 已写好。`) }
  },
}

const append: Intent = {
  examples: { en: 'Append "One more line" to /hello.txt', zh: '在 /hello.txt 末尾追加“再来一行”' },
  match(question) {
    const english = new RegExp(String.raw`\bappend\s+${QUOTED}\s+to\s+(${PATH})`, 'i').exec(question)
    const chinese = new RegExp(String.raw`(${PATH})\s*(?:末尾|后面|里)?\s*追加\s*${QUOTED}`).exec(question)
    const content = english?.[1] ?? chinese?.[2]
    const given = english?.[2] ?? chinese?.[1]
    if (content === undefined || given === undefined) return undefined
    const path = absolute(given)
    return (steps, say) => {
      if (steps.length === 0) {
        return {
          say: say(
            `First I read ${path}, because a write replaces the whole file.`,
            `写入会替换整个文件，所以我先读取 ${path}。`,
          ),
          call: { name: 'read_file', input: { path } },
        }
      }
      if (steps.length > 1) return { say: say(`The line is at the end of ${path} now.`, `已追加到 ${path} 的末尾。`) }
      const before = (steps[0]?.result?.text ?? '').replace(/\n*$/, '\n')
      return {
        say: say('Now I add the line.', '现在加上这一行。'),
        call: { name: 'write_file', input: { path, content: `${before}${content}\n` } },
      }
    }
  },
}

const countWords: Intent = {
  examples: { en: 'Count the words of /hello.txt', zh: '统计 /hello.txt 的字数' },
  match(question) {
    const given = found(`(${PATH})`, question)
    if (!/count.*words?|how many words|统计.*(字|词)|多少(个)?(字|词)/i.test(question) || given === undefined) return undefined
    const path = absolute(given)
    return (steps, say) => {
      if (steps.length === 0)
        return { say: say(`I read ${path} first.`, `我先读取 ${path}。`), call: { name: 'read_file', input: { path } } }
      if (steps.length === 1) {
        const text = JSON.stringify(steps[0]?.result?.text ?? '')
        const code = `const text = ${text}\n;(text.match(/\\p{Script=Han}|[\\p{L}\\p{N}'’-]+/gu) ?? []).length`
        return {
          say: say('Now I let the browser count.', '现在让浏览器来数。'),
          call: { name: 'browser_js_eval', input: { code } },
        }
      }
      const count = answerOf(steps[1])
      return { say: say(`${path} has ${count} words.`, `${path} 共有 ${count} 个字词。`) }
    }
  },
}

function block(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``
}

export const fileIntents: readonly Intent[] = [countWords, append, write, read, list]
