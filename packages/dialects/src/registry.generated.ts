// Written by scripts/generate.ts from src/dialects/. Do not edit.
import type { Dialect } from './dialect.ts'
import { anthropicLegacy } from './dialects/anthropic.ts'
import { apertus } from './dialects/apertus.ts'
import { apriel } from './dialects/apriel.ts'
import { arrows } from './dialects/arrows.ts'
import { canonicalXml } from './dialects/canonical-xml.ts'
import { cohereCommandR7b, cohereCommandRPlus } from './dialects/cohere.ts'
import { cwm } from './dialects/cwm.ts'
import { deepseekV3, deepseekV31, deepseekV3_2, deepseekV4, deepseekV4_1 } from './dialects/deepseek.ts'
import { delimited } from './dialects/delimited.ts'
import { dots } from './dialects/dots.ts'
import { kExaone2 } from './dialects/exaone.ts'
import { fencedJson } from './dialects/fenced-json.ts'
import { firefunctionV2 } from './dialects/firefunction.ts'
import { functionaryV31, functionaryV32 } from './dialects/functionary.ts'
import { functiongemma, gemma3, gemma4 } from './dialects/gemma.ts'
import { gigachat3, gigachat35 } from './dialects/gigachat.ts'
import { glm45, glm47, glm53Flash } from './dialects/glm.ts'
import { glm49b } from './dialects/glm-4-9b.ts'
import { granite20bFunctionCalling, granite3 } from './dialects/granite.ts'
import { harmony } from './dialects/harmony.ts'
import { ernie45, hermes } from './dialects/hermes.ts'
import { hunyuanA13b, hunyuanV3, hunyuanV3Opensource, hunyuanV4 } from './dialects/hunyuan.ts'
import { inkling } from './dialects/inkling.ts'
import { internlm2 } from './dialects/internlm.ts'
import { iquestCoder2, iquestQ1 } from './dialects/iquest.ts'
import { jamba } from './dialects/jamba.ts'
import { jsonArray } from './dialects/json-array.ts'
import { jsonStrict } from './dialects/json-strict.ts'
import { k2Horizon } from './dialects/k2-horizon.ts'
import { kimiK2 } from './dialects/kimi-k2.ts'
import { kimiK3 } from './dialects/kimi-k3.ts'
import { lfm2, lfm25 } from './dialects/lfm.ts'
import { ling3 } from './dialects/ling.ts'
import { llama3Builtin, llama3Json, llama4Pythonic } from './dialects/llama.ts'
import { longcat } from './dialects/longcat.ts'
import { minicpm3, minicpm5 } from './dialects/minicpm.ts'
import { minimaxM1 } from './dialects/minimax-m1.ts'
import { minimaxM2 } from './dialects/minimax-m2.ts'
import { minimaxM3 } from './dialects/minimax-m3.ts'
import { miroThinker } from './dialects/mirothinker.ts'
import { mistral, mistralArgs, mistralSmall32 } from './dialects/mistral.ts'
import { museGlimmer } from './dialects/muse-glimmer.ts'
import { clineXml, morphXml } from './dialects/named-elements.ts'
import { nemotronV2 } from './dialects/nemotron.ts'
import { olmo3 } from './dialects/olmo.ts'
import { phi4Mini } from './dialects/phi.ts'
import { plamo3 } from './dialects/plamo.ts'
import { poolsideV1 } from './dialects/poolside.ts'
import { qwen35, qwen3Coder } from './dialects/qwen.ts'
import { react } from './dialects/react.ts'
import { seedOss } from './dialects/seed.ts'
import { solarOpen, solarOpen2 } from './dialects/solar-open.ts'
import { step3, step35, stepAudio2 } from './dialects/step.ts'
import { toolify } from './dialects/toolify.ts'
import { uiTars } from './dialects/ui-tars.ts'
import { usfOmega } from './dialects/usf-omega.ts'
import { xlam } from './dialects/xlam.ts'
import { xmlTag } from './dialects/xml-tag.ts'
import { yamlXml } from './dialects/yaml-xml.ts'
import { zaya1 } from './dialects/zaya.ts'

/** Every dialect, by id. */
export const dialects: readonly Dialect[] = [
  anthropicLegacy,
  apertus,
  apriel,
  arrows,
  canonicalXml,
  clineXml,
  cohereCommandRPlus,
  cohereCommandR7b,
  cwm,
  deepseekV3,
  deepseekV31,
  deepseekV3_2,
  deepseekV4,
  deepseekV4_1,
  delimited,
  dots,
  ernie45,
  fencedJson,
  firefunctionV2,
  functionaryV31,
  functionaryV32,
  functiongemma,
  gemma3,
  gemma4,
  gigachat3,
  gigachat35,
  glm49b,
  glm45,
  glm47,
  glm53Flash,
  granite20bFunctionCalling,
  granite3,
  harmony,
  hermes,
  hunyuanA13b,
  hunyuanV3,
  hunyuanV3Opensource,
  hunyuanV4,
  inkling,
  internlm2,
  iquestCoder2,
  iquestQ1,
  jamba,
  jsonArray,
  jsonStrict,
  kExaone2,
  k2Horizon,
  kimiK2,
  kimiK3,
  lfm2,
  lfm25,
  ling3,
  llama3Builtin,
  llama3Json,
  llama4Pythonic,
  longcat,
  minicpm3,
  minicpm5,
  minimaxM1,
  minimaxM2,
  minimaxM3,
  miroThinker,
  mistral,
  mistralArgs,
  mistralSmall32,
  morphXml,
  museGlimmer,
  nemotronV2,
  olmo3,
  phi4Mini,
  plamo3,
  poolsideV1,
  qwen3Coder,
  qwen35,
  react,
  seedOss,
  solarOpen,
  solarOpen2,
  step35,
  stepAudio2,
  step3,
  toolify,
  uiTars,
  usfOmega,
  xlam,
  xmlTag,
  yamlXml,
  zaya1,
]

export type DialectId =
  | 'anthropic-legacy'
  | 'apertus'
  | 'apriel'
  | 'arrows'
  | 'canonical-xml'
  | 'cline-xml'
  | 'cohere-command-r-plus'
  | 'cohere-command-r7b'
  | 'cwm'
  | 'deepseek-v3'
  | 'deepseek-v3.1'
  | 'deepseek-v3.2'
  | 'deepseek-v4'
  | 'deepseek-v4.1'
  | 'delimited'
  | 'dots'
  | 'ernie-4.5'
  | 'fenced-json'
  | 'firefunction-v2'
  | 'functionary-v3.1'
  | 'functionary-v3.2'
  | 'functiongemma'
  | 'gemma3'
  | 'gemma4'
  | 'gigachat3'
  | 'gigachat3.5'
  | 'glm-4-9b'
  | 'glm-4.5'
  | 'glm-4.7'
  | 'glm-5.3-flash'
  | 'granite-20b-fc'
  | 'granite-3'
  | 'harmony'
  | 'hermes'
  | 'hunyuan-a13b'
  | 'hunyuan-v3'
  | 'hunyuan-v3-opensource'
  | 'hunyuan-v4'
  | 'inkling'
  | 'internlm2'
  | 'iquest-coder-2'
  | 'iquest-q1'
  | 'jamba'
  | 'json-array'
  | 'json-strict'
  | 'k-exaone-2'
  | 'k2-horizon'
  | 'kimi-k2'
  | 'kimi-k3'
  | 'lfm2'
  | 'lfm2.5'
  | 'ling-3'
  | 'llama3-builtin'
  | 'llama3-json'
  | 'llama4-pythonic'
  | 'longcat'
  | 'minicpm3'
  | 'minicpm5'
  | 'minimax-m1'
  | 'minimax-m2'
  | 'minimax-m3'
  | 'mirothinker'
  | 'mistral'
  | 'mistral-args'
  | 'mistral-small-3.2'
  | 'morph-xml'
  | 'muse-glimmer'
  | 'nemotron-v2'
  | 'olmo3'
  | 'phi4-mini'
  | 'plamo3'
  | 'poolside-v1'
  | 'qwen3-coder'
  | 'qwen3.5'
  | 'react'
  | 'seed-oss'
  | 'solar-open'
  | 'solar-open-2'
  | 'step-3.5'
  | 'step-audio-2'
  | 'step3'
  | 'toolify'
  | 'ui-tars'
  | 'usf-omega'
  | 'xlam'
  | 'xml-tag'
  | 'yaml-xml'
  | 'zaya1'
  | 'auto'
