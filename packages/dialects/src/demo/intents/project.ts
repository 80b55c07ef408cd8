import { answerOf, type Intent, type Step } from '../talk.ts'
import { absolute } from './files.ts'

function component(name: string): string {
  return [
    "import type { ReactNode } from 'react'",
    '',
    `export interface ${name}Props {`,
    '  children?: ReactNode',
    '  onClick?: () => void',
    '}',
    '',
    `export function ${name}({ children, onClick }: ${name}Props) {`,
    '  return (',
    '    <button type="button" onClick={onClick}>',
    `      {children ?? '${name}'}`,
    '    </button>',
    '  )',
    '}',
    '',
  ].join('\n')
}

function page(name: string, title: string): string {
  return [
    `export default function ${name}() {`,
    '  return (',
    '    <main>',
    `      <h1>${title}</h1>`,
    '    </main>',
    '  )',
    '}',
    '',
  ].join('\n')
}

const create: Intent = {
  examples: { en: 'Create a simple React component Button.tsx', zh: '帮我创建一个简单的 React 组件 Button.tsx' },
  match(question) {
    const given = /(?<![\w./-])([\w./-]*?)([A-Z]\w*)\.(tsx|jsx)/.exec(question)
    if (
      !/create|make|build|write|add|创建|新建|写一个|做一个/i.test(question) ||
      !/component|组件|app\.[tj]sx/i.test(question) ||
      !given
    )
      return undefined
    const name = given[2] ?? 'Button'
    const path = absolute(`${given[1] || '/src/'}${name}.${given[3]}`)
    const content = name === 'App' ? page(name, 'My app') : component(name)
    return (steps, say) =>
      steps.length === 0
        ? {
            say: say(`I will create the component ${name} in ${path}.`, `我来创建组件 ${name}，放在 ${path}。`),
            call: { name: 'write_file', input: { path, content } },
          }
        : { say: say(`${name} is created; you find it at ${path}.`, `组件已创建，路径为 ${path}。`) }
  },
}

const TITLE = /(<h1[^>]*>)([\s\S]*?)(<\/h1>)|(<title>)([\s\S]*?)(<\/title>)|(\btitle\s*[:=]\s*["'])([^"']*)(["'])/i

function retitled(source: string, title: string): string | undefined {
  if (!TITLE.test(source)) return undefined
  return source.replace(TITLE, (_, ...groups: (string | undefined)[]) => {
    const [open, , close] =
      [groups.slice(0, 3), groups.slice(3, 6), groups.slice(6, 9)].find(([first]) => first !== undefined) ?? []
    return `${open}${title}${close}`
  })
}

/** A listing names the file by itself, in quotes, or as the end of a path. */
function lists(step: Step | undefined, file: string): boolean {
  return answerOf(step)
    .split(/[\s"',[\]{}()]+/)
    .some((word) => word === file || word.endsWith(`/${file}`))
}

const retitle: Intent = {
  examples: { en: "Look what is in src and change App.tsx's title", zh: '看看 src 目录下有什么，帮我把 App.tsx 的标题改一下。' },
  match(question) {
    const file = /[\w-]+\.(?:tsx|jsx|html|ts|js)\b/.exec(question)?.[0]
    if (!/title|heading|标题/i.test(question) || !/change|update|set|rename|replace|改|换/i.test(question) || !file)
      return undefined
    const folder = absolute(
      /([\w./-]+)\/[\w-]+\.\w+/.exec(question)?.[1] ?? /\b(src|app|public|pages)\b/.exec(question)?.[1] ?? 'src',
    )
    const wanted = /(?:\bto|改成|改为|换成)\s*["'“「]([^"'”」]+)["'”」]/i.exec(question)?.[1]
    const path = `${folder}/${file}`
    return (steps, say) => {
      const title = wanted ?? say('Hello from Parley', '你好，Parley')
      if (steps.length === 0)
        return {
          say: say(`First I look what is in ${folder}.`, `我先看看 ${folder} 里有什么。`),
          call: { name: 'list_directory', input: { path: folder } },
        }
      if (!lists(steps[0], file)) return { say: say(...noFile(folder, file)) }
      if (steps.length === 1)
        return {
          say: say(`${file} is there. I read it before I change it.`, `${file} 在那里。修改之前我先读取它。`),
          call: { name: 'read_file', input: { path } },
        }
      const content = retitled(steps[1]?.result?.text ?? '', title)
      if (content === undefined)
        return {
          say: say(`I read ${path}, but it has no title that I could change.`, `我读了 ${path}，但里面没有可以修改的标题。`),
        }
      if (steps.length === 2)
        return {
          say: say(`Now I write ${file} with the new title.`, `现在写回 ${file}，换上新标题。`),
          call: { name: 'write_file', input: { path, content } },
        }
      return { say: say(`I changed the title in ${path} to “${title}”.`, `已把 ${path} 的标题改为“${title}”。`) }
    }
  },
}

function noFile(folder: string, file: string): readonly [string, string] {
  return [
    `There is no ${file} in ${folder}, so there is no title to change. Say “Create a React component ${file}” and I will make one.`,
    `${folder} 里没有 ${file}，所以没有标题可改。请说“创建一个 React 组件 ${file}”，我就来创建。`,
  ]
}

export const projectIntents: readonly Intent[] = [retitle, create]
