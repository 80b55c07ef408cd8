import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import type { ModelInfo } from './provider.ts'

type Sight = Pick<ModelInfo, 'sees'>

/** Whether the list of its server says that a model sees: OpenRouter and LiteLLM, Mistral, Anthropic, LM Studio and llama.cpp each have a field for it. */
export function sightOf(model: JsonObject): Sight {
  const told = inputsOf(model) ?? abilityOf(ownValue(model, 'capabilities')) ?? (ownValue(model, 'type') === 'vlm' || undefined)
  return told === undefined ? {} : { sees: told }
}

function inputsOf(model: JsonObject): boolean | undefined {
  const architecture = ownValue(model, 'architecture')
  const places = [model, ...(isJsonObject(architecture) ? [architecture] : [])]
  const inputs = places.map((place) => ownValue(place, 'input_modalities')).find(Array.isArray)
  return inputs && inputs.includes('image')
}

/** As a list of names, or as an object of yes and no. */
function abilityOf(abilities: unknown): boolean | undefined {
  if (Array.isArray(abilities)) return abilities.some((name) => name === 'vision' || name === 'multimodal')
  if (!isJsonObject(abilities)) return undefined
  const vision = ownValue(abilities, 'vision') ?? ownValue(abilities, 'image_input')
  const told = isJsonObject(vision) ? ownValue(vision, 'supported') : vision
  return typeof told === 'boolean' ? told : undefined
}
