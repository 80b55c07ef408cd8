import { loadavg } from 'node:os'
import { ensureEngine, serve, weightsFile } from '../e2e/engine/engine-lab.ts'
import { randomModel } from '../e2e/engine/random-model.ts'
import { startLlamaWith } from '../e2e/llama/llama-server.ts'
import { ensureLlama } from '../scripts/workspace/ensure-llama.mjs'
import { type Answered, type Message, streamed } from './engine/stream.ts'

// `npm run bench engine [rounds]`: the same file of random weights behind our engine and behind llama.cpp's own server, one thread each, asked in turn
// through `/v1/chat/completions`. Every round has a prompt that nobody has read, and then a second turn.

const rounds = Number(process.argv[2] ?? 7)
const MOST = 200
const SIZE = { width: 512, layers: 8, hidden: 1408 }

await ensureLlama()
await ensureEngine()
const weights = randomModel('random', undefined, [], SIZE)
const ours = await serve(weightsFile('random', weights))
const theirs = await startLlamaWith('random', weights)

interface Round {
  readonly cold: Answered
  readonly second: Answered
}

async function round(url: string, number: number): Promise<Round> {
  const words = Array.from({ length: 100 }, (_, place) => `${number} and ${place}`).join(' the ')
  const first: Message = { role: 'user', content: `${number}: ${words}` }
  const cold = await streamed(url, 'random', [first], MOST)
  const second = [first, { role: 'assistant', content: cold.text }, { role: 'user', content: 'And then?' }]
  return { cold, second: await streamed(url, 'random', second, 20) }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

try {
  const us: Round[] = []
  const them: Round[] = []
  const ourUrl = ours.url.replace(/\/$/, '')
  // The first round of each loads and warms up, and does not count.
  for (let number = 0; number <= rounds; number++) {
    const [one, other] = [await round(ourUrl, number), await round(theirs.url, number)]
    if (number === 0) continue
    us.push(one)
    them.push(other)
  }
  const row = (title: string, of: (round: Round) => number, unit: string): void => {
    const [own, peer] = [median(us.map(of)), median(them.map(of))]
    console.log(`| ${title} | ${own.toFixed(0)} ${unit} | ${peer.toFixed(0)} ${unit} | ${(own / peer).toFixed(2)} |`)
  }
  console.log(
    `\n${(weights.length / 1e6).toFixed(0)} MB, ${us[0]?.cold.promptTokens} tokens of prompt, ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log('| median | ours | llama-server | ours / theirs |\n|---|--:|--:|--:|')
  row('tokens per second, writing', ({ cold }) => cold.speed, '/s')
  row('first token, nothing known', ({ cold }) => cold.firstMs, 'ms')
  row('first token, second turn', ({ second }) => second.firstMs, 'ms')
  row('second turn: of its prompt from the cache', ({ second }) => (100 * second.cachedTokens) / second.promptTokens, '%')
} finally {
  await ours.stop()
  await theirs.stop()
}
