import type { BrowserSentenceId } from '@parley/browser'

/** 在页面中运行的模型。 */
export const chinesePageModel: Readonly<
  Record<Extract<BrowserSentenceId, `page-model.${string}` | `built-in.${string}`>, string>
> = {
  'page-model.wrong-file': '无法使用文件 {file}：{why} 请选择 GGUF 格式的模型。',
  'page-model.too-large':
    '文件 {file} 有 {size} MB。此浏览器没有可供页面使用的显卡，只有不超过 {most} MB 的模型才能及时回答。请让服务器运行它，或选择更小的模型。',
  'page-model.memory': '模型 {file} 大约需要 {needed} GB 内存，而页面最多只有 {most} GB。请让服务器运行它，或选择更小的模型。',
  'page-model.no-room': '此浏览器放不下 {file}：需要 {needed} GB，可用 {free} GB。请删除其他模型或文件后重试。',
  'page-model.no-store': '此浏览器不为页面保存文件，因此无法放入模型。请使用其他浏览器或服务器。',
  'page-model.broke-off': '{file} 的复制中断了（{why}）。未保留任何内容。请重试。',
  'page-model.gone': '{model} 的权重已不在此浏览器中：它的存储已被清空。请重新打开文件（设置 › 模型 › 获取模型）。',
  'page-model.not-loaded':
    '引擎无法加载 {model}：文件不完整或已损坏，或者是引擎不认识的类型。请删除它并打开完整的文件，或选择其他模型。',
  'page-model.no-engine': '引擎无法在此浏览器中运行（{why}）。请使用较新的 Chrome 或 Edge，或让服务器运行模型。',
  'page-model.blocked': '此页面不能启动引擎：它的安全策略禁止 {directive}。请使用 Parley 给出的响应头提供页面。',
  'page-model.hangs': '{seconds} 秒后引擎仍未加载 {model}。请刷新页面重试，或让服务器运行模型。',
  'page-model.crashed': '页面中的引擎在回答时崩溃了。请重试：它会重新加载。如果再次发生，请选择更小的模型。',
  'page-model.too-long': '对话对 {model} 来说太长，它在此页面中一次读取 {most} 个 token。请开始新对话，或关闭一些工具。',
  'page-model.template': '{model} 的聊天模板不接受此对话：{why} 请选择其他模型。',
  'page-model.text-only': '模型 {model} 在这里只读文本。请去掉图片和文件，或选择其他模型。',
  'page-model.no-native': '与模型 {model} 只能用方言交谈，因为在它和 Parley 之间没有谁读取它的调用。请选择一种方言。',
  'page-model.stays': '此模型在此浏览器中运行，因此对话留在这里。请先选择服务器上的模型，之后对话才能在页面关闭时继续。',
  'page-model.failed': '页面中的引擎失败：{why}。请重试，或选择其他模型。',
  'page-model.speech-files': '由它自己的聊天模板得知',
  'page-model.speech-usual': '对此模型一无所知，而任何模型都能学会这种方言',
  'built-in.label': '此浏览器自带的模型',
  'built-in.away': '此浏览器自带的模型不可用（{state}）。请让浏览器重新下载，或选择其他模型。',
  'built-in.too-long': '对话对此浏览器自带的模型来说太长。请开始新对话，或关闭一些工具。',
  'built-in.failed': '此浏览器自带的模型失败：{why}。请重试，或选择其他模型。',
}
