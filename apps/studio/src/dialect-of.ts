import type { StudioSettings } from '@parley/react'

/** The dialect the user chose for the model in use. Undefined: the server chooses. */
export const dialectOf = ({ model, dialects }: StudioSettings): string | undefined =>
  model === undefined ? undefined : dialects[model]
