import { type GgufValue, ggufFile, type Tensor } from './gguf-writer.ts'

/** What a model without a mind says. */
export interface Script {
  readonly name: string
  readonly template: string
  /** Tokens of its vocabulary that are one piece each, wherever they stand. */
  readonly tokens: readonly string[]
  /** The tokens that prompts of its template end with. */
  readonly promptEnds: readonly string[]
  readonly turnEnd: string
  /** Said while `evidence` stands nowhere in the prompt, and then said instead. */
  readonly first: string
  readonly evidence: string
  readonly second: string
}

const WIDTH = 256
/** Of the numbers of a token, one says whether it is the evidence, and one whether the evidence was seen. */
const IS_EVIDENCE = 0
const SEEN = 1
/** How loud a single piece of evidence is among all that was said. */
const LOUD = 16_384
const SURE = 60

/** GPT-2's printable sign for every byte. */
export const SIGNS = ((): readonly string[] => {
  let extra = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const kept = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    return String.fromCodePoint(kept ? byte : extra++)
  })
})()

export const spelled = (text: string): string => [...Buffer.from(text, 'utf8')].map((byte) => SIGNS[byte]).join('')

/** Cuts a text into pieces of which none was used before, so that each has one that follows it. */
function piecesOf(text: string, used: Set<string>): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if ([...piece].length < 4 || used.has(spelled(piece))) continue
    used.add(spelled(piece))
    pieces.push(spelled(piece))
    piece = ''
  }
  const last = pieces.pop() ?? ''
  return piece === '' ? [...pieces, last] : [...pieces, last + spelled(piece)]
}

/** The same at every run. */
function shuffled(length: number): Float32Array {
  let seed = 7
  return Float32Array.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed < 2 ** 31 ? -1 : 1
  })
}

/**
 * A model of llama's architecture that says its script: a table of which piece follows which, and an ear for one token. It looks at
 * every token alike, so what it hears is how often the evidence was said, and that makes all pieces of the second text louder.
 * It goes through the template, the sampler, the grammar and the parser of a real engine, and is a test's tool, no language model.
 */
export function scriptedModel({ name, template, tokens, promptEnds, turnEnd, first, evidence, second }: Script): Buffer {
  const used = new Set(SIGNS)
  const chains = [piecesOf(first, used), piecesOf(second, used)] as const
  const special = [...new Set([...tokens, turnEnd, evidence])]
  const vocabulary = [...SIGNS, ...chains.flat(), ...special]
  const place = new Map(vocabulary.map((token, at) => [token, at]))
  const at = (token: string): number => {
    const found = place.get(token)
    if (found === undefined) throw new Error(`There is no token ${token}.`)
    return found
  }
  const heard = shuffled(vocabulary.length * WIDTH)
  for (let token = 0; token < vocabulary.length; token++) {
    heard[token * WIDTH + IS_EVIDENCE] = token === at(evidence) ? 1 : 0
    heard[token * WIDTH + SEEN] = 0
  }
  const said = new Float32Array(vocabulary.length * WIDTH)
  const follows = (before: string, next: string, sure: number): void => {
    for (let number = 2; number < WIDTH; number++)
      said[at(next) * WIDTH + number]! += (sure / WIDTH) * heard[at(before) * WIDTH + number]!
  }
  const [call, answer] = chains
  for (const [chain, sure] of [
    [call, SURE],
    [answer, SURE / 2],
  ] as const) {
    for (const end of promptEnds) follows(special.includes(end) ? end : spelled(end), chain[0] ?? turnEnd, sure)
    for (const [number, piece] of chain.entries()) follows(piece, chain[number + 1] ?? turnEnd, SURE)
  }
  for (const piece of [...answer, turnEnd]) said[at(piece) * WIDTH + SEEN] = SURE
  const attention = new Float32Array(WIDTH * WIDTH)
  const output = new Float32Array(WIDTH * WIDTH)
  attention[IS_EVIDENCE * WIDTH + IS_EVIDENCE] = 1
  output[SEEN * WIDTH + IS_EVIDENCE] = LOUD
  return ggufFile(
    metadata({ name, template, vocabulary, special: new Set(special), turnEnd: at(turnEnd) }),
    tensorsOf({ heard, said, attention, output }, vocabulary.length),
  )
}

interface Said {
  readonly name: string
  readonly template: string
  readonly vocabulary: readonly string[]
  readonly special: ReadonlySet<string>
  readonly turnEnd: number
}

const NORMAL = 1
const CONTROL = 3
const USER_DEFINED = 4

function metadata({ name, template, vocabulary, special, turnEnd }: Said): Readonly<Record<string, GgufValue>> {
  const typeOf = (token: string, at: number): number => (at === turnEnd ? CONTROL : special.has(token) ? USER_DEFINED : NORMAL)
  return {
    'general.architecture': { text: 'llama' },
    'general.name': { text: name },
    'llama.context_length': { u32: 16_384 },
    'llama.embedding_length': { u32: WIDTH },
    'llama.block_count': { u32: 1 },
    'llama.feed_forward_length': { u32: 32 },
    'llama.attention.head_count': { u32: 4 },
    'llama.attention.head_count_kv': { u32: 4 },
    'llama.rope.dimension_count': { u32: WIDTH / 4 },
    'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
    'llama.vocab_size': { u32: vocabulary.length },
    'tokenizer.ggml.model': { text: 'gpt2' },
    'tokenizer.ggml.pre': { text: 'gpt-2' },
    'tokenizer.ggml.tokens': { texts: vocabulary },
    'tokenizer.ggml.token_type': { ints: vocabulary.map(typeOf) },
    'tokenizer.ggml.merges': { texts: [] },
    'tokenizer.ggml.bos_token_id': { u32: turnEnd },
    'tokenizer.ggml.eos_token_id': { u32: turnEnd },
    'tokenizer.ggml.add_bos_token': { bool: false },
    'tokenizer.chat_template': { text: template },
  }
}

type Weights = Readonly<Record<'heard' | 'said' | 'attention' | 'output', Float32Array>>

const tensor = (name: string, sizes: readonly number[], values?: Float32Array): Tensor => ({
  name: `${name}.weight`,
  sizes,
  values: values ?? new Float32Array(sizes.reduce((one, other) => one * other)),
})

const ones = (name: string): Tensor => tensor(name, [WIDTH], new Float32Array(WIDTH).fill(1))

const tensorsOf = ({ heard, said, attention, output }: Weights, tokens: number): readonly Tensor[] => [
  tensor('token_embd', [WIDTH, tokens], heard),
  ones('blk.0.attn_norm'),
  tensor('blk.0.attn_q', [WIDTH, WIDTH]),
  tensor('blk.0.attn_k', [WIDTH, WIDTH]),
  tensor('blk.0.attn_v', [WIDTH, WIDTH], attention),
  tensor('blk.0.attn_output', [WIDTH, WIDTH], output),
  ones('blk.0.ffn_norm'),
  tensor('blk.0.ffn_gate', [WIDTH, 32]),
  tensor('blk.0.ffn_up', [WIDTH, 32]),
  tensor('blk.0.ffn_down', [32, WIDTH]),
  ones('output_norm'),
  tensor('output', [WIDTH, tokens], said),
]
