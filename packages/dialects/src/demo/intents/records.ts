import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import { answerOf, type Intent, type Say, type Step } from '../talk.ts'

const QUOTED = String.raw`["'“”「‘《]([^"'”“」’》]{1,100})["'”“」’》]`
/** A name without quotes: one word of letters and digits, as order numbers are. */
const BARE = String.raw`([A-Za-z0-9][\w-]{0,60})`

/** 订单“蓝色衬衫”, order A-1024, 订单名称：A-1024 */
function orderIn(question: string): string | undefined {
  const found = new RegExp(
    String.raw`(?:\border(?:\s+name)?\b|订单(?:名称)?|order)\s*(?:is|为|是|[:：=])?\s*(?:${QUOTED}|${BARE})`,
    'i',
  ).exec(question)
  return (found?.[1] ?? found?.[2] ?? new RegExp(QUOTED).exec(question)?.[1])?.trim()
}

/** 数量 30, amount: 30, 30 pieces, 30 件 */
function amountIn(question: string): number | undefined {
  const number = String.raw`(\d{1,9}(?:\.\d+)?)`
  const found = new RegExp(
    String.raw`(?:amount|quantity|数量|计件数)\s*(?:is|of|为|是|[:：=])?\s*${number}|${number}\s*(?:pieces|pcs|piece|件|个)|[x×*]\s*${number}`,
    'i',
  ).exec(question.replace(/(?<=\d)[,，](?=\d{3}\b)/g, ''))
  const text = found?.[1] ?? found?.[2] ?? found?.[3]
  return text === undefined ? undefined : Number(text)
}

const create: Intent = {
  needs: 'create-record',
  examples: { en: 'Record 30 pieces for order A-1024', zh: '为订单 A-1024 创建计件记录，数量 30' },
  match(question) {
    if (
      !/\b(record|create|add|log|book)\b.*(\brecord|\bpieces?\b|\border\b)|(创建|新建|添加|登记|记录|录入).*(计件|订单|记录|件)/i.test(
        question,
      )
    )
      return undefined
    const orderName = orderIn(question)
    const amount = amountIn(question)
    return (steps, say) => {
      if (orderName === undefined || amount === undefined) return { say: say(...incomplete(orderName, amount)) }
      if (steps.length > 0) return { say: created(steps[0], say) }
      return {
        say: say(
          `I prepare the record for order ${orderName}. Please confirm it.`,
          `我来为订单 ${orderName} 创建计件记录，请您确认。`,
        ),
        call: { name: 'create-record', input: { orderName, amount } },
      }
    }
  },
}

function incomplete(orderName: string | undefined, amount: number | undefined): readonly [string, string] {
  const english = [orderName === undefined && 'the name of the order', amount === undefined && 'the amount'].filter(Boolean)
  const chinese = [orderName === undefined && '订单名称', amount === undefined && '数量'].filter(Boolean)
  return [
    `For a record I need ${english.join(' and ')}. Say for example: Record 30 pieces for order A-1024`,
    `创建计件记录还需要${chinese.join('和')}。例如：为订单 A-1024 创建计件记录，数量 30`,
  ]
}

function created(step: Step | undefined, say: Say): string {
  const told = valueOf(step)
  const record = isJsonObject(told) ? ownValue(told, 'record') : undefined
  if (isJsonObject(record)) {
    const line = lineOf(record)
    return say(`Done. The record is kept: ${line}.`, `计件记录已创建：${line}。`)
  }
  if (isJsonObject(told) && told['success'] === false)
    return say('You cancelled, so nothing was recorded.', '您已取消，没有创建记录。')
  return say(`create-record answered: ${answerOf(step)}`, `create-record 返回：${answerOf(step)}`)
}

const query: Intent = {
  needs: 'query-records',
  examples: { en: 'Show the records of order A-1024', zh: '查询订单 A-1024 的计件记录' },
  match(question) {
    if (
      !/\b(show|list|find|query|which|what|see)\b.*\brecords?\b|(查询|查看|列出|显示|有哪些|查一下).*(计件|记录)/i.test(question)
    )
      return undefined
    const orderName = orderIn(question)
    return (steps, say) => {
      if (steps.length > 0) return { say: listed(steps[0], say) }
      return {
        say: say('I look into the records.', '我来查询计件记录。'),
        call: { name: 'query-records', input: orderName === undefined ? {} : { orderName } },
      }
    }
  },
}

function listed(step: Step | undefined, say: Say): string {
  const told = valueOf(step)
  const records = isJsonObject(told) ? ownValue(told, 'records') : undefined
  if (!Array.isArray(records)) return say(`query-records answered: ${answerOf(step)}`, `query-records 返回：${answerOf(step)}`)
  if (records.length === 0) return say('There are no such records yet.', '还没有符合条件的计件记录。')
  const lines = records.filter(isJsonObject).map((record) => `- ${lineOf(record)}`)
  return say(
    `I found ${lines.length === 1 ? 'one record' : `${lines.length} records`}:\n\n${lines.join('\n')}`,
    `找到 ${lines.length} 条计件记录：\n\n${lines.join('\n')}`,
  )
}

const stats: Intent = {
  needs: 'get-stats',
  examples: { en: 'How many pieces have been recorded?', zh: '统计计件数量' },
  match(question) {
    const asks = /\bstat(s|istics)?\b|\bhow many\b.*\b(pieces|records)\b|\btotals?\b|(统计|合计|总共|汇总|一共)/i
    if (!asks.test(question) || !/piece|record|stat|order|total|计件|订单|记录|件|数量/i.test(question)) return undefined
    const orderName = orderIn(question)
    return (steps, say) => {
      if (steps.length > 0) return { say: counted(steps[0], say) }
      return {
        say: say('I ask the server for the totals.', '我来统计计件数据。'),
        call: { name: 'get-stats', input: orderName === undefined ? {} : { orderName } },
      }
    }
  },
}

function counted(step: Step | undefined, say: Say): string {
  const told = valueOf(step)
  if (!isJsonObject(told) || typeof told['records'] !== 'number')
    return say(`get-stats answered: ${answerOf(step)}`, `get-stats 返回：${answerOf(step)}`)
  const { records, total } = told
  const orders = Array.isArray(told['orders']) ? told['orders'].filter(isJsonObject) : []
  const lines = orders.map((order) => `- ${textOf(order, 'orderName')}: ${textOf(order, 'total')}`)
  return say(
    `${String(total)} pieces in ${records === 1 ? 'one record' : `${records} records`}.\n\n${lines.join('\n')}`.trim(),
    `共 ${records} 条记录，合计 ${String(total)} 件。\n\n${lines.join('\n')}`.trim(),
  )
}

/** What the tool returned, where it returned JSON. */
function valueOf(step: Step | undefined): JsonValue | undefined {
  try {
    return JSON.parse(answerOf(step))
  } catch {
    return undefined
  }
}

function textOf(value: JsonObject, key: string): string {
  const found = ownValue(value, key)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '?'
}

const lineOf = (record: JsonObject): string => `${textOf(record, 'orderName')} × ${textOf(record, 'amount')}`

/** Creating names records too, so it comes last where a question could mean both. */
export const recordIntents: readonly Intent[] = [stats, query, create]
