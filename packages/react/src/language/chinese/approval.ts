import type { Translated } from '../bind.ts'
import type { englishApproval } from '../english/approval.ts'

export const chineseApproval: Translated<typeof englishApproval> = {
  effect: {
    says: '{server} 的说明',
    forYou: '仅供您查看；模型不会读到',
    comma: '、',
    more: '{list} 等，另有 {count} 个',
    allFiles: '任意文件',
    verb: {
      'read-files': { now: '读取 {paths}', may: '可能读取文件', done: '已读取 {paths}' },
      'write-files': { now: '写入 {paths}', may: '可能写入文件', done: '已写入 {paths}' },
      'delete-files': { now: '删除 {paths}', may: '可能删除文件', done: '已删除 {paths}' },
    },
    anything: '可能做任何事',
    andMore: '以及更多',
    noFiles: '不使用文件',
    noNetwork: '不访问网络',
    reaches: '访问 {hosts}',
    thisCall: '仅限这一调用',
    nothing: '不触及任何内容',
  },
  grant: { here: '无需询问即可运行', inThread: '在本对话中', everywhere: '在所有对话中', revoke: '撤销' },
  note: {
    toJudge: '将会发生什么',
    toolName: '工具',
    unseen: '还有 {lines} 行未看',
    hides: '其中含有看不见的字符或很长的空白，已作标记。',
    unknownTool: '这里没有这个名称的工具，因此没有执行任何内容。模型会得知。',
    invalid: '参数不符合该工具的要求，因此没有执行任何内容。模型会得知。',
    keptBack: '已执行，您保留了结果。模型只知道这一点。',
    markedFailed: '它曾被中断，您已将其标记为失败。',
    stoppedWhy: '您在完成之前停止了它。',
    timedOutWhy: '它没有按时完成，已被停止。',
  },
  dock: {
    label: '等待您的决定',
    place: '{place}/{count}',
    previous: '上一个等待的调用',
    next: '下一个等待的调用',
    waitsBelow: '在下方等待',
    waiting: '{count} 个调用等待确认',
    unread: '调用 {place} 还没有看完：{sentence} 现在已显示。请看完后再按一次。',
  },
}
