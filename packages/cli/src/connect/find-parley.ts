import { Advice } from '../command.ts'
import type { Parley } from './client.ts'

interface Asked {
  readonly url?: string
  readonly model?: string
}

export interface Found extends Parley {
  /** Whether it answered. Where it did not, what is shown is an example. */
  readonly answers: boolean
  /** Every model that it offers. */
  readonly models: readonly string[]
}

/** The Parley that runs, asked for its models; or the one that would, with an example for a model. */
export async function findParley({ url, model }: Asked, env: Readonly<Record<string, string | undefined>>): Promise<Found> {
  const base = (url ?? `http://127.0.0.1:${env['PORT'] || '4317'}`).replace(/\/+$/, '').replace(/\/v1$/, '')
  if (!/^https?:\/\/[^\s/]+/.test(base))
    throw new Advice(`--url takes the address of Parley, such as http://127.0.0.1:4317, not ${base}.`)
  if (model !== undefined && !isPlain(model)) throw new Advice('--model takes the name of a model, and this is none.')
  const token = env['PARLEY_TOKEN']
  const hasToken = token !== undefined && token !== ''
  const headers: Record<string, string> = hasToken ? { authorization: `Bearer ${token}` } : {}
  const ask = (path: string) =>
    fetch(`${base}/v1/${path}`, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  const response = await ask('models')
  if (response?.status === 401) throw new Advice(`The Parley at ${base} asks for its token. Set PARLEY_TOKEN, then try again.`)
  const models = response?.ok ? readModels(await response.json().catch(() => undefined)) : undefined
  if (response && models === undefined) throw new Advice(`What answers at ${base} is no Parley. Name the right address: --url`)
  // A name that is not listed may be an alias, or a model with its dialect behind it.
  if (
    models !== undefined &&
    model !== undefined &&
    !models.includes(model) &&
    !(await ask(`models/${encodeURIComponent(model)}`))?.ok
  )
    throw new Advice(`The Parley at ${base} has no model ${model}. It has ${models.slice(0, 12).join(', ')}.`)
  return { base, hasToken, models: models ?? [], answers: models !== undefined, model: model ?? models?.[0] ?? 'my-model' }
}

/** A name with a line break or a command for the terminal in it is shown and written nowhere. */
const isPlain = (text: string) => text !== '' && !/\p{C}/u.test(text)

function readModels(body: unknown): readonly string[] | undefined {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(data)) return undefined
  return data.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' && isPlain(entry.id)
      ? [entry.id]
      : [],
  )
}
