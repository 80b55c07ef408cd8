import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { sha256, startWeightsHub, type WeightsHub } from '../../testing/weights-hub.ts'
import { download } from './download.ts'
import { findOthers } from './find-others.ts'
import { findAtHub } from './hub.ts'
import { OFFERS, suggested } from './offers.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'parley-weights-'))
const [OFFER] = OFFERS
if (!OFFER) throw new Error('There is nothing to offer.')

let opened: WeightsHub | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

const hub = async (...how: Parameters<typeof startWeightsHub>): Promise<WeightsHub> => (opened = await startWeightsHub(...how))

const never = new AbortController().signal

async function fetched({ url }: WeightsHub, target: string, more: object = {}): Promise<void> {
  const source = await findAtHub(url, OFFER!, fetch, never)
  await download({ source, target, fetch, signal: never, ...more })
}

test('a download that is killed five times goes on where it was, and is the file to the byte', async () => {
  const bytes = randomBytes(6_000_000)
  const data = folder()
  const { url, ranges } = await hub(bytes, { cut: 1_100_000 })
  const parley = fileURLToPath(new URL('../../../../cli/bin/parley.mjs', import.meta.url))
  const part = join(data, 'models', `${OFFER.file}.part`)
  const size = () => (existsSync(part) ? statSync(part).size : 0)
  const get = () =>
    spawn(process.execPath, [parley, 'models', 'get', OFFER.id, '--yes'], {
      cwd: data,
      env: { PATH: process.env['PATH'] ?? '', PARLEY_MIRROR: url, PARLEY_DATA: data },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  for (let time = 1; time <= 5; time++) {
    const child = get()
    await expect.poll(size, { timeout: 50_000 }).toBe(time * 1_100_000)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
  }
  const last = get()
  expect(await new Promise((resolve) => last.once('close', resolve))).toBe(0)
  expect(ranges).toEqual([undefined, ...[1, 2, 3, 4, 5].map((time) => `bytes=${time * 1_100_000}-`)])
  expect(sha256(readFileSync(join(data, 'models', OFFER.file)))).toBe(sha256(bytes))
  expect(readdirSync(join(data, 'models'))).toEqual([OFFER.file])
}, 300_000)

test('a file that is not what the hub said is refused and leaves nothing behind', async () => {
  const place = folder()
  const at = await hub(randomBytes(1000), { claims: sha256(Buffer.from('another')) })
  await expect(fetched(at, join(place, 'm.gguf'))).rejects.toMatchObject({ fault: { words: { id: 'weights.wrong-checksum' } } })
  expect(readdirSync(place)).toEqual([])
})

test('a disk without room is said before anything is fetched, with both numbers', async () => {
  const at = await hub(randomBytes(1000))
  await expect(fetched(at, join(folder(), 'm.gguf'), { freeBytes: () => Promise.resolve(1000) })).rejects.toMatchObject({
    fault: { words: { id: 'weights.no-room', values: { needed: '0.2', free: '0.0' } } },
  })
  expect(at.ranges).toEqual([])
})

test('a disk that fills up meanwhile is said, too', async () => {
  if (!existsSync('/dev/full')) return
  const at = await hub(randomBytes(1000))
  const place = folder()
  const source = await findAtHub(at.url, OFFER, fetch, never)
  writeFileSync(join(place, 'm.gguf.part.json'), JSON.stringify({ sha256: source.sha256 }))
  symlinkSync('/dev/full', join(place, 'm.gguf.part'))
  await expect(fetched(at, join(place, 'm.gguf'))).rejects.toMatchObject({ fault: { words: { id: 'weights.disk-full' } } })
})

test('another version of the file is fetched from its beginning', async () => {
  const place = folder()
  const target = join(place, 'm.gguf')
  writeFileSync(`${target}.part`, randomBytes(500))
  writeFileSync(`${target}.part.json`, JSON.stringify({ sha256: sha256(Buffer.from('older')) }))
  const bytes = randomBytes(1000)
  const at = await hub(bytes)
  await fetched(at, target)
  expect(at.ranges).toEqual([undefined])
  expect(readFileSync(target).equals(bytes)).toBe(true)
})

test.each([
  [403, 'weights.gated'],
  [404, 'weights.gone'],
])('a hub that answers %i is told in a sentence', async (status, id) => {
  const at = await hub(Buffer.from('x'), { status })
  await expect(fetched(at, join(folder(), 'm.gguf'))).rejects.toMatchObject({ fault: { words: { id } } })
})

const layer = (digest = '') => ({ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` })

test('what Ollama and LM Studio have is found, and nothing else that lies there', async () => {
  const place = folder()
  const [good, other] = ['a', 'b'].map((letter) => letter.repeat(64))
  const manifests = join(place, 'ollama', 'manifests', 'registry.ollama.ai', 'library', 'qwen3')
  mkdirSync(manifests, { recursive: true })
  mkdirSync(join(place, 'ollama', 'blobs'))
  writeFileSync(join(manifests, '0.6b'), JSON.stringify({ layers: [layer(good)] }))
  writeFileSync(join(manifests, 'odd'), JSON.stringify({ layers: [layer(other)] }))
  writeFileSync(join(manifests, 'broken'), '{')
  writeFileSync(join(manifests, 'evil'), JSON.stringify({ layers: [{ ...layer(), digest: 'sha256:../../etc/passwd' }] }))
  writeFileSync(join(place, 'ollama', 'blobs', `sha256-${good}`), 'GGUF....')
  writeFileSync(join(place, 'ollama', 'blobs', `sha256-${other}`), 'safetensors')
  const studio = join(place, 'lm', 'publisher', 'model')
  mkdirSync(studio, { recursive: true })
  for (const name of ['Model-Q4.gguf', 'mmproj-Model.gguf', 'readme.md']) writeFileSync(join(studio, name), 'GGUF')
  const found = await findOthers({ ollama: [join(place, 'ollama')], lmStudio: [join(place, 'lm'), join(place, 'none')] })
  expect(found.map(({ id, from }) => `${id} ${from}`)).toEqual(['qwen3:0.6b Ollama', 'Model-Q4 LM Studio'])
})

test('the largest model is suggested that the memory bears, and the smallest where none fits', () => {
  expect(suggested(64 * 2 ** 30)?.id).toBe(OFFERS.at(-1)?.id)
  expect(suggested(2.5 * 2 ** 30)?.id).toBe(OFFERS[0]?.id)
  expect(suggested(0)?.id).toBe(OFFERS[0]?.id)
})
