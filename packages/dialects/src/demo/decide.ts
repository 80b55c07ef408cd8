import { calculateIntents } from './intents/calculate.ts'
import { fileIntents } from './intents/files.ts'
import { programIntents } from './intents/programs.ts'
import { projectIntents } from './intents/project.ts'
import { pythonIntents } from './intents/python.ts'
import { recordIntents } from './intents/records.ts'
import { survivesFailure, trialIntents } from './intents/trials.ts'
import type { Intent, Move, Say, Step, Talk } from './talk.ts'

/** Specific questions before general ones. */
const INTENTS: readonly Intent[] = [
  ...trialIntents,
  ...recordIntents,
  ...programIntents,
  ...pythonIntents,
  ...projectIntents,
  ...fileIntents,
  ...calculateIntents,
]

/**
 * The demo's whole mind: the same talk always gets the same move. It knows no results; what it reports is what a tool
 * returned, and a tool that is missing, fails or is declined ends the matter with a sentence that says so.
 */
export function decide(talk: Talk): Move {
  const say: Say = (english, chinese) => (talk.language === 'zh' ? chinese : english)
  const intents = INTENTS.filter(({ needs }) => needs === undefined || talk.tools.has(needs))
  for (const intent of intents) {
    const script = intent.match(talk.question)
    if (!script) continue
    const last = talk.steps.at(-1)
    if (last?.result && last.result.outcome !== 'ok' && !survivesFailure.has(intent)) return { say: failure(last, say) }
    const move = script(talk.steps, say, talk.tools)
    return move.call && !talk.tools.has(move.call.name) ? { say: missing(move.call.name, say) } : move
  }
  return { say: introduction(intents, say) }
}

function failure({ name, result }: Step, say: Say): string {
  const text = result?.text.trim() ?? ''
  if (result?.outcome === 'denied')
    return say(`You did not allow ${name}, so I stop here. ${text}`, `您没有允许 ${name}，所以我到此为止。${text}`)
  if (result?.outcome === 'cancelled')
    return say(`${name} was cancelled, so I stop here. ${text}`, `${name} 已被取消，所以我到此为止。${text}`)
  return say(`${name} could not do it: ${text}`, `${name} 没有成功：${text}`)
}

function missing(name: string, say: Say): string {
  return say(
    `For this I would need the tool ${name}, and it is not switched on. Switch it on and ask me again.`,
    `这需要工具 ${name}，但它没有启用。请启用后再问我一次。`,
  )
}

/** An app with a story of its own is introduced by that story. */
function introduction(intents: readonly Intent[], say: Say): string {
  const own = intents.filter(({ needs }) => needs !== undefined)
  const shown = own.length > 0 ? own : intents.filter((intent) => !survivesFailure.has(intent))
  const examples = say(
    shown.map(({ examples: { en } }) => `- ${en}`).join('\n'),
    shown.map(({ examples: { zh } }) => `- ${zh}`).join('\n'),
  )
  return say(
    `I am a scripted demo without a language model 🙂 I can show how tools are called; try one of these:\n\n${examples}\n\nTo ask freely, connect a model: \`PARLEY_URL=http://…/v1 npm start\`.`,
    `我是一个没有语言模型的脚本演示 🙂 我可以演示工具调用，请试试：\n\n${examples}\n\n想自由提问，请连接一个模型：\`PARLEY_URL=http://…/v1 npm start\`。`,
  )
}
