/** Hosts of vendors whose chat models take tools natively, whatever they are called. Servers that host anybody's models are not among them. */
const HOSTS: readonly string[] = [
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'api.deepseek.com',
  'api.mistral.ai',
  'api.x.ai',
  'api.groq.com',
  'api.cerebras.ai',
  'api.moonshot.ai',
  'api.moonshot.cn',
  'api.z.ai',
  'open.bigmodel.cn',
  'api.minimax.io',
  'api.minimaxi.com',
  'dashscope.aliyuncs.com',
  'dashscope-intl.aliyuncs.com',
  'api.cohere.ai',
  'api.cohere.com',
]

export function isNativeVendor(url: string): boolean {
  return HOSTS.includes(URL.parse(url)?.hostname ?? '')
}
