import { isJsonObject } from '../../canonical/json.ts'
import { answerOf, type Intent } from '../talk.ts'

const TOOL = 'browser_js_eval'

const failing: Intent = {
  examples: { en: 'Show me a call that fails and its repair', zh: '演示一个失败的调用和它的修复' },
  match(question) {
    if (!/fail|broken code|失败|出错/i.test(question)) return undefined
    return (steps, say) => {
      if (steps.length === 0) {
        return {
          say: say('I will call a function that does not exist.', '我来调用一个不存在的函数。'),
          call: { name: TOOL, input: { code: 'sumOfNothing([1, 2, 3])' } },
        }
      }
      if (steps.length === 1) {
        const code = 'const sumOfNothing = (numbers) => numbers.reduce((sum, n) => sum + n, 0)\nsumOfNothing([1, 2, 3])'
        return {
          say: say(
            `The tool answered: ${answerOf(steps[0])}\n\nI define the function first and try again.`,
            `工具返回：${answerOf(steps[0])}\n\n我先定义这个函数，再试一次。`,
          ),
          call: { name: TOOL, input: { code } },
        }
      }
      return { say: say(`Repaired: the result is ${answerOf(steps[1])}.`, `已修复：结果是 ${answerOf(steps[1])}。`) }
    }
  },
}

const endless: Intent = {
  examples: { en: 'Run an endless loop', zh: '运行一个死循环' },
  match(question) {
    if (!/endless|infinite|while\s*\(true\)|死循环|无限循环/i.test(question)) return undefined
    return (steps, say) =>
      steps.length === 0
        ? {
            say: say('This program never ends. Stop it whenever you like.', '这个程序不会结束。您可以随时停止它。'),
            call: { name: TOOL, input: { code: 'while (true) {}' } },
          }
        : { say: say(`It came to an end: ${answerOf(steps[0])}`, `它结束了：${answerOf(steps[0])}`) }
  },
}

const anyTool: Intent = {
  examples: { en: 'Call the tool read_file with {"path": "/notes.txt"}', zh: '调用工具 read_file，参数 {"path": "/notes.txt"}' },
  match(question) {
    const found = /(?:\b(?:call|use|run)\s+(?:the\s+)?tool|调用工具)\s+[`"“]?([\w.-]+)[`"”]?[^{]*(\{[\s\S]*\})?/i.exec(question)
    const name = found?.[1]
    if (!found || name === undefined) return undefined
    const input = parsed(found[2] ?? '{}')
    return (steps, say) => {
      if (!isJsonObject(input))
        return { say: say('The arguments are not a JSON object, so I call nothing.', '参数不是 JSON 对象，所以我没有调用。') }
      if (steps.length === 0) return { say: say(`I call ${name}.`, `我来调用 ${name}。`), call: { name, input } }
      return { say: say(`${name} answered: ${answerOf(steps[0])}`, `${name} 返回：${answerOf(steps[0])}`) }
    }
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const trialIntents: readonly Intent[] = [anyTool, failing, endless]

/** Scripts that go on after a failure, because the failure is what they show. */
export const survivesFailure: ReadonlySet<Intent> = new Set(trialIntents)
