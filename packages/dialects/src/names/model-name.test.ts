import { expect, test } from 'vitest'
import { isReasoningModel } from './model-name.ts'

test.each([
  'DeepSeek-R1',
  'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B',
  'deepseek-reasoner',
  'deepseek-r1:8b',
  'QwQ-32B-GGUF',
  'Qwen3-8B',
  'qwen3:30b-a3b',
  'Qwen/Qwen3-30B-A3B-Thinking-2507',
  'zai-org/GLM-4.5-Air',
  'glm-4.6',
  'glm-5',
  'moonshotai/Kimi-K2-Thinking',
  'gpt-oss:20b',
  'openai/gpt-oss-120b',
  'Magistral-Small-2509',
  'MiniMax-M2',
  'Phi-4-reasoning-plus',
  'inclusionAI/Ring-1T',
])('%s thinks before it answers', (name) => expect(isReasoningModel(name)).toBe(true))

test.each([
  'ling-1t',
  'gpt-4o',
  'Llama-3.3-70B-Instruct',
  'Qwen3-30B-A3B-Instruct-2507',
  'Qwen3-Coder-480B',
  'qwen2.5:7b',
  'Qwen3-Embedding-8B',
  'kimi-k2-instruct',
  'deepseek-v3.1',
  'glm-4-9b',
  'mistral-small',
  'string-theory',
  'demo-scripted',
])('%s answers at once', (name) => expect(isReasoningModel(name)).toBe(false))
