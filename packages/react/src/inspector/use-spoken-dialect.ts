import { type Dialect, findDialect, type JsonValue } from '@parley/dialects'
import { useEffect, useState } from 'react'
import type { OwnDialect } from '../model/model-list.ts'
import { fetched } from '../parts/fetched.tsx'

/** `native`: it has none. `elsewhere`: only the server knows it. */
export type SpokenDialect = Dialect | 'native' | 'elsewhere'

/** The dialect of this id, also if only one model speaks it. */
export function useSpokenDialect(id: string | undefined, own: OwnDialect | undefined): SpokenDialect {
  const shape = own && own.id === id ? own.shape : undefined
  const [made, setMade] = useState<{ readonly of: JsonValue; readonly dialect: SpokenDialect }>()
  useEffect(() => {
    if (id === undefined || shape === undefined) return
    let left = false
    void dialectOfShape(shape, id).then((dialect) => !left && setMade({ of: shape, dialect }))
    return () => {
      left = true
    }
  }, [id, shape])
  if (id === undefined || id === 'native') return 'native'
  if (own?.id === id) return made && made.of === shape ? made.dialect : 'elsewhere'
  return findDialect(id) ?? 'elsewhere'
}

async function dialectOfShape(shape: JsonValue, id: string): Promise<SpokenDialect> {
  try {
    const { dialectOfGivenShape } = await fetched(import('@parley/dialects/model-files'))
    return dialectOfGivenShape(shape, { id, title: id, path: 'shape' })
  } catch {
    return 'elsewhere'
  }
}
