import { expect, test } from 'vitest'
import { dialectFor, findDialect, requireDialect } from './find-dialect.ts'

test('an id is found however it is written', () => {
  expect(findDialect('JSON_Strict')?.id).toBe('json-strict')
  expect(findDialect('klingon')).toBeUndefined()
})

test('who names a model instead of a dialect is told what that model speaks', () => {
  expect(() => requireDialect('qwen3')).toThrow('There is no dialect `qwen3`; Qwen3 speaks `hermes`. Use that id, or "native".')
  expect(() => requireDialect('klingon')).toThrow(
    'There is no dialect `klingon`. Use "native" or the id of a dialect, for example "json-strict".',
  )
})

const KNOWN: readonly (readonly [name: string, dialect: string])[] = [
  ['Qwen3-30B-A3B-Instruct-Q4_K_M.gguf', 'hermes'],
  ['hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M', 'hermes'],
  ['qwen3:4b', 'hermes'],
  ['qwen3:235b-a22b-thinking-2507-q4_K_M', 'hermes'],
  ['Qwen/Qwen3-Next-80B-A3B-Thinking', 'hermes'],
  ['Qwen/Qwen2.5-Coder-32B-Instruct', 'hermes'],
  ['qwen2.5:7b-instruct-fp16', 'hermes'],
  ['Qwen/QwQ-32B-AWQ', 'hermes'],
  ['Qwen3-Coder-480B-A35B-Instruct-FP8', 'qwen3-coder'],
  ['qwen3-coder:480b-cloud', 'qwen3-coder'],
  ['unsloth/Qwen3-Coder-Next-GGUF', 'qwen3-coder'],
  ['Qwen3.5-35B-A3B-UD-Q4_K_XL.gguf', 'qwen3.5'],
  ['Qwen/Qwen3.6-27B', 'qwen3.5'],
  ['NousResearch/Hermes-3-Llama-3.1-8B', 'hermes'],
  ['NousResearch/Hermes-4-70B-FP8', 'hermes'],
  ['Hermes-2-Pro-Mistral-7B.Q5_K_M.gguf', 'hermes'],
  ['ibm-granite/granite-4.0-h-small', 'hermes'],
  ['granite3.3:8b', 'granite-3'],
  ['ibm-granite/granite-20b-functioncalling', 'granite-20b-fc'],
  ['HuggingFaceTB/SmolLM3-3B', 'hermes'],
  ['deepseek-ai/DeepSeek-V3.1', 'deepseek-v3.1'],
  ['deepseek-v3.1:671b-cloud', 'deepseek-v3.1'],
  ['deepseek/deepseek-chat-v3.1:free', 'deepseek-v3.1'],
  ['deepseek-ai/DeepSeek-V3.2-Exp', 'deepseek-v3.1'],
  ['deepseek-ai/DeepSeek-V3.2', 'deepseek-v3.2'],
  ['DeepSeek-V3-0324-UD-IQ2_XXS-00001-of-00005.gguf', 'deepseek-v3'],
  ['deepseek-r1:8b', 'deepseek-v3'],
  ['DeepSeek-R1-0528-Qwen3-8B-Q4_K_M.gguf', 'deepseek-v3'],
  ['deepseek-ai/DeepSeek-V4', 'deepseek-v4'],
  ['kimi-k2:1t-cloud', 'kimi-k2'],
  ['moonshotai/Kimi-K2-Instruct-0905', 'kimi-k2'],
  ['moonshotai/Kimi-K2.6', 'kimi-k2'],
  ['Kimi-K3', 'kimi-k3'],
  ['gpt-oss:20b', 'harmony'],
  ['openai/gpt-oss-120b', 'harmony'],
  ['gpt-oss-20b-mxfp4.gguf', 'harmony'],
  ['Meta-Llama-3.1-8B-Instruct-Q8_0.gguf', 'llama3-json'],
  ['llama3.2:3b', 'llama3-json'],
  ['meta.llama3-1-70b-instruct-v1:0', 'llama3-json'],
  ['meta-llama/Llama-3.3-70B-Instruct', 'llama3-json'],
  ['meta-llama/Llama-4-Scout-17B-16E-Instruct', 'llama4-pythonic'],
  ['llama4:maverick', 'llama4-pythonic'],
  ['mistralai/Mistral-7B-Instruct-v0.3', 'mistral'],
  ['mistral-nemo:12b', 'mistral'],
  ['Mistral-Small-24B-Instruct-2501-Q4_K_M.gguf', 'mistral'],
  ['mistral-small3.2:24b', 'mistral-small-3.2'],
  ['mistralai/Devstral-Small-2507', 'mistral-args'],
  ['Magistral-Small-2509-Q4_K_M.gguf', 'mistral-args'],
  ['mistralai/Ministral-3-8B-Instruct-2512', 'mistral-args'],
  ['zai-org/GLM-4.5-Air-FP8', 'glm-4.5'],
  ['GLM-4.6V-Flash', 'glm-4.5'],
  ['glm-4.7:cloud', 'glm-4.7'],
  ['zai-org/GLM-5.2', 'glm-4.7'],
  ['THUDM/glm-4-9b-chat', 'glm-4-9b'],
  ['MiniMaxAI/MiniMax-M2.1', 'minimax-m2'],
  ['MiniMax-M1-80k', 'minimax-m1'],
  ['gemma3:27b-it-qat', 'gemma3'],
  ['google/gemma-4-31B-it', 'gemma4'],
  ['functiongemma-270m-it-Q8_0.gguf', 'functiongemma'],
  ['microsoft/Phi-4-mini-instruct', 'phi4-mini'],
  ['LiquidAI/LFM2-8B-A1B', 'lfm2'],
  ['LFM2.5-1.2B-Instruct-Q4_0.gguf', 'lfm2.5'],
  ['tencent/Hunyuan-A13B-Instruct', 'hunyuan-a13b'],
  ['ByteDance-Seed/Seed-OSS-36B-Instruct', 'seed-oss'],
  ['nvidia/NVIDIA-Nemotron-Nano-9B-v2', 'nemotron-v2'],
  ['nvidia/Llama-3_3-Nemotron-Super-49B-v1_5', 'nemotron-v2'],
  ['nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16', 'qwen3.5'],
  ['CohereLabs/c4ai-command-r-plus-08-2024', 'cohere-command-r-plus'],
  ['command-r7b:7b-12-2024-q4_K_M', 'cohere-command-r7b'],
  ['CohereLabs/command-a-reasoning-08-2025', 'cohere-command-r7b'],
  ['meetkai/functionary-small-v3.2', 'functionary-v3.2'],
  ['functionary-medium-v3.1.Q4_0.gguf', 'functionary-v3.1'],
  ['Salesforce/Llama-xLAM-2-8b-fc-r', 'xlam'],
  ['Salesforce/xLAM-7b-fc-r', 'xlam'],
  ['allenai/Olmo-3-7B-Instruct', 'olmo3'],
  ['internlm/internlm2_5-7b-chat', 'internlm2'],
  ['ai21labs/AI21-Jamba-1.5-Mini', 'jamba'],
  ['ai-sage/GigaChat3-10B-A1.8B', 'gigachat3'],
  ['deepseek-ai/DeepSeek-V4.1-Flash', 'deepseek-v4.1'],
  ['upstage/Solar-Open2-250B', 'solar-open-2'],
  ['K2-Horizon-70B-Q4_K_M.gguf', 'k2-horizon'],
  ['ai-sage/GigaChat3.5-432B', 'gigachat3.5'],
  ['tencent/Hy4-preview-FP8', 'hunyuan-v4'],
  ['tencent/Hy3-preview', 'hunyuan-v3'],
  ['pfnet/plamo-3-nict-31b-base', 'plamo3'],
  ['Zyphra/ZAYA1-8B', 'zaya1'],
  ['IQuestLab/IQuest-Q1', 'iquest-q1'],
  ['llm-jp/llm-jp-4.1-8b-thinking', 'harmony'],
  ['llm-jp/llm-jp-4-33b-thinking', 'harmony'],
  ['zai-org/GLM-5.3-Flash', 'glm-5.3-flash'],
  ['GLM-5.3', 'glm-4.7'],
  ['zai-org/GLM-5.4-Air', 'glm-4.7'],
  ['stepfun-ai/Step-Audio-2-mini', 'step-audio-2'],
  ['facebook/cwm-sft', 'cwm'],
  ['miromind-ai/MiroThinker-v1.5-235B', 'mirothinker'],
  ['C:\\models\\Qwen3-8B\\model.gguf', 'hermes'],
]

test.each(KNOWN)('%s speaks %s', (name, id) => {
  const { dialect, speaker, reason } = dialectFor(name)
  expect(dialect?.id, reason).toBe(id)
  expect(reason).toContain(speaker)
})

test.each([
  'gpt-4o',
  'phi-4',
  'llama2:7b',
  'Meta-Llama-3-8B-Instruct.Q4_0.gguf',
  'llama-q4_0.gguf',
  'qwen:7b',
  'Qwen1.5-72B-Chat',
  'gemma2:9b',
  'TinyLlama-1.1B-Chat-v1.0',
  'mixtral:8x7b',
  'my-finetune',
  'model.gguf',
  'demo-scripted',
  '',
])('nothing is known of %j, and that is said', (name) => {
  expect(dialectFor(name)).toEqual({ reason: 'nothing is known of a model of this name', words: { id: 'speech.unknown' } })
})

test('a version that is not listed is taken for the latest one before it, and the reason says so', () => {
  const { dialect, reason } = dialectFor('glm-4.8-air')
  expect(dialect?.id).toBe('glm-4.7')
  expect(reason).toBe('of what is known, its name comes nearest to GLM-4.7, which speaks it')
})
