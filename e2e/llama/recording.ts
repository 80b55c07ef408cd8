import { readFileSync, writeFileSync } from 'node:fs'
import type { Family } from './families.ts'

/** What a real llama-server answered, for tests that have none. */
export interface Recording {
  readonly props: object
  readonly models: object
  /** The lines of a stream: with tools, and without. */
  readonly native: string
  readonly plain: string
}

const file = ({ script }: Family): URL =>
  new URL(`../../packages/server/src/testing/recorded/${script.name}.json`, import.meta.url)

export const recorded = (family: Family): Recording => JSON.parse(readFileSync(file(family), 'utf8'))

export const keep = (family: Family, recording: Recording): void =>
  writeFileSync(file(family), `${JSON.stringify(recording, null, 2)}\n`)

const TOOL = {
  type: 'function',
  function: {
    name: 'browser_js_eval',
    description: 'Runs JavaScript.',
    parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
}

/** Asks a running one. What differs from run to run is left out. */
export async function record(url: string): Promise<Recording> {
  const get = async (path: string): Promise<Record<string, unknown>> => (await fetch(`${url}${path}`)).json()
  const stream = async (more: object): Promise<string> => {
    const messages = [{ role: 'user', content: 'Sum all primes below 1000' }]
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages, stream: true, ...more }),
    })
    return steady(await response.text())
  }
  const { chat_template, chat_template_caps, bos_token, eos_token, build_info, default_generation_settings } = await get('/props')
  const { data, object } = await get('/v1/models')
  return {
    props: { default_generation_settings, chat_template, chat_template_caps, bos_token, eos_token, build_info },
    models: JSON.parse(steady(JSON.stringify({ object, data }))),
    native: await stream({ tools: [TOOL] }),
    plain: await stream({}),
  }
}

const steady = (text: string): string =>
  text
    .replaceAll(/"id":"(?:chatcmpl-)?[A-Za-z0-9]{32}"/g, '"id":"x"')
    .replaceAll(/"created":\d+/g, '"created":1')
    .replaceAll(/,"timings":\{[^}]*\}/g, '')
    .replaceAll(/-\d+\.gguf/g, '.gguf')
