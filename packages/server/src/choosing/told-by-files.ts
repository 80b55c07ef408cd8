import type { ModelFiles } from '@parley/dialects/model-files'
import type { ModelInfo } from '../providers/provider.ts'
import { say } from '../words.ts'

/** What a model's own files tell of how it is spoken to. */
export type ToldByFiles = Pick<ModelInfo, 'dialect' | 'speaks' | 'shape' | 'reason' | 'startsInReasoning'>

/** Lists of models are asked for again and again, and their templates stay the same. */
const MOST_KEPT = 200

/** Reads templates, each once. A template that tells nothing leaves the choice to the name. */
export function createFileReading(): (files: ModelFiles) => Promise<ToldByFiles> {
  const kept = new Map<string, Promise<ToldByFiles>>()
  return (files) => {
    const key = JSON.stringify(files)
    const known = kept.get(key) ?? toldBy(files)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, known)
    return known
  }
}

async function toldBy(files: ModelFiles): Promise<ToldByFiles> {
  // Most servers never meet a template, and what reads them is large.
  const { modelFiles } = await import('@parley/dialects/model-files')
  const derived = await modelFiles(files)
  if (!derived.ok) return {}
  const { dialect, startsInReasoning, knownAs, shape } = derived
  return {
    dialect: dialect.id,
    speaks: dialect,
    ...(knownAs === undefined && shape && { shape }),
    reason: say('speech.files'),
    ...(startsInReasoning && { startsInReasoning }),
  }
}
