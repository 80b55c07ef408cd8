// Written by scripts/generate.ts from src/dialects/. Do not edit.
import type { Dialect } from './dialect.ts'
import { hermes } from './dialects/hermes.ts'
import { jsonStrict } from './dialects/json-strict.ts'
import { qwen3Coder } from './dialects/qwen3-coder.ts'

/** Every dialect, by id. */
export const dialects: readonly Dialect[] = [
  hermes,
  jsonStrict,
  qwen3Coder,
]
