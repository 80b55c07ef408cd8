import type { Dialect } from '@parley/dialects'
import { dialectOfGivenShape, Refused } from '@parley/dialects/model-files'

/** A model of which the configuration says how it writes calls. */
interface Shaped {
  readonly id: string
  readonly label?: string
  readonly shape?: unknown
  readonly dialect?: string
}

/** The dialect that this model alone speaks. Throws `Refused` where its shape is wrong. */
export function ownDialect({ id, label = id, shape }: Shaped): Dialect {
  const name = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return dialectOfGivenShape(shape, { id: `shape-${name}`, title: `The shape of ${label}`, path: 'shape' })
}

/** What is wrong with the shape of a model. Undefined: nothing. */
export function problemOfShape(model: Shaped): string | undefined {
  if (model.shape === undefined) return undefined
  if (model.dialect !== undefined) return 'it cannot stand beside `dialect`: leave one of them out'
  try {
    ownDialect(model)
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.message.replace(/\.$/, '')
    throw error
  }
}
