import { request } from 'node:http'
import { openai, withTools } from './cases.ts'
import { load, type Target } from './load.ts'
import { memoryOf, type Running, start } from './processes.ts'

const doors = (model: string) => [
  { name: 'raw node:http', file: 'proxies/raw.ts', path: '/', body: openai(model) },
  { name: 'Parley, pass-through', file: 'proxies/parley.ts', path: '/v1/chat/completions', body: openai(`native/${model}`) },
  {
    name: 'Parley, dialect to native',
    file: 'proxies/parley.ts',
    path: '/v1/chat/completions',
    body: withTools(`hermes/${model}`),
  },
]

/** A fresh process for each row, so that nobody lives on what an earlier run left free. */
async function fresh(file: string, upstream: string, target: Omit<Target, 'port'>): Promise<Running> {
  const proxy = await start(file, { UPSTREAM: upstream })
  const text = JSON.parse(JSON.stringify(target.body).replace(/"model":"(\w+\/)?\w+"/, '"model":"$1text"'))
  await load({ ...target, port: proxy.port, body: text }, 200)
  return proxy
}

/** Thousands of readers who wait: how much memory each costs, and whether all of them get their end. */
export async function holdMany(upstream: string, streams: number): Promise<void> {
  console.log(`\n${streams} slow streams at once\n\n| proxy | memory per stream | × raw | failed |\n|---|--:|--:|--:|`)
  let limit = 0
  for (const { name, file, path, body } of doors('slow')) {
    const proxy = await fresh(file, upstream, { path, body })
    const before = memoryOf(proxy.pid)
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, memoryOf(proxy.pid))), 500)
    let failed = 0
    const readers = Array.from({ length: streams }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index))
      await load({ port: proxy.port, path, body }, 1, 1).catch((error: unknown) => {
        if (failed++ === 0) console.error(error)
      })
    })
    await Promise.all(readers)
    clearInterval(watch)
    proxy.stop()
    const each = (highest - before) / streams
    if (limit === 0) limit = each
    console.log(`| ${name} | ${each.toFixed(1)} KB | ${(each / limit).toFixed(2)} | ${failed} |`)
  }
}

const READERS = 50
const PATIENCE = 10_000

/** Readers who ask and then do not read, from a model that would pour for ever: memory must come to rest. */
export async function holdBack(upstream: string): Promise<void> {
  console.log(`\n${READERS} readers who do not read, of a model that never ends\n`)
  console.log(`| proxy | memory per stream after ${PATIENCE / 1000} s | after ${(2 * PATIENCE) / 1000} s |\n|---|--:|--:|`)
  for (const { name, file, path, body } of doors('flood')) {
    const proxy = await fresh(file, upstream, { path, body })
    const before = memoryOf(proxy.pid)
    const asked = Array.from({ length: READERS }, () => {
      const one = request({
        host: '127.0.0.1',
        port: proxy.port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      one.on('response', (response) => response.pause())
      one.on('error', () => undefined)
      one.end(JSON.stringify(body))
      return one
    })
    const sizes: string[] = []
    for (const _ of [1, 2]) {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE))
      sizes.push(`${Math.round((memoryOf(proxy.pid) - before) / READERS)} KB`)
    }
    for (const one of asked) one.destroy()
    proxy.stop()
    console.log(`| ${name} | ${sizes.join(' | ')} |`)
  }
}
