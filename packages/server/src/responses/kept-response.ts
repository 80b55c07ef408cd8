import type { JsonObject, JsonValue } from '@parley/dialects'

export interface KeptResponse {
  readonly answer: JsonObject
  /** What was new in its request. */
  readonly input: readonly JsonValue[]
  /** The response before it. Absent: it was the first. */
  readonly previous?: string
}

/** Where replicas share what they keep. */
export interface ResponseStore {
  put(owner: string, id: string, kept: KeptResponse): Promise<void>
  find(owner: string, id: string): Promise<KeptResponse | undefined>
  remove(owner: string, id: string): Promise<boolean>
}
