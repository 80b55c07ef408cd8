import type { Translated } from '../bind.ts'
import type { englishTraffic } from '../english/traffic.ts'

/** Words of the page of usage, and of the gateway's traffic. */
export const chineseTraffic: Translated<typeof englishTraffic> = {
  usage: {
    hint: '每个客户端使用每个模型的情况。客户端以其令牌的名称显示，没有名称时以程序名显示。日期为 UTC。',
    span: '显示',
    days: '最近 {count} 天',
    none: '这段时间内没有向模型提问。一旦有人在此处或通过网关提问，就会计入。',
    unreachable: '服务器没有给出用量。请确认它正在运行，然后重新打开此页。',
    total: '{answers} 次回答，读取 {input} 个 token，写出 {output} 个 token',
    bars: '最近 {count} 天每天的 token 数',
    table: '按客户端和模型统计的用量',
    client: '客户端',
    model: '模型',
    answers: '回答',
    input: '读取',
    cached: '其中缓存',
    output: '写出',
    time: '时间',
    seconds: '{seconds} 秒',
    others: '其他全部',
    estimated: '≈ 有 {count} 次回答的 token 无人计数，因此为估算值。',
  },
}
