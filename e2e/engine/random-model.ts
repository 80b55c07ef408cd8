import { ggufFile, type Tensor } from '../llama/gguf-writer.ts'
import { SIGNS, spelled } from '../llama/scripted-model.ts'

interface Size {
  readonly width: number
  readonly layers: number
  readonly hidden: number
  /** How many of all bytes it can write. Absent: every one. */
  readonly signs?: number
}

/** Writes plain English letters, and never comes to an end by itself. */
export const ENDLESS: Size = { width: 64, layers: 2, hidden: 128, signs: 128 }

const SMALL: Size = { width: 64, layers: 2, hidden: 128 }

/** Texts of several characters, so that tokens run over the borders of what a grammar allows. */
const PIECES = [
  ' the',
  'and ',
  '", "',
  '": ',
  '{"name"',
  '":{"',
  '}}',
  ']}',
  '"}',
  '</',
  '<tool_call>\n',
  '\n</tool_call>',
  '<function=',
  '<parameter=',
  '</parameter>\n',
  'true',
  'false',
  'null',
  'arguments',
  'set_light',
  'write_note',
  'kitchen',
  'hall',
  '\\n',
  '\\"',
  '   ',
  'é',
  ' für',
  '中文',
  '的',
  '😀',
]

/** Parts of characters, as vocabularies have them: the beginning of one, its end with the next one's beginning, the end of one behind a sign. */
const PARTS = [
  [0xe4, 0xb8],
  [0xad, 0xe6],
  [0x96, 0x87],
  [0xf0, 0x9f],
  [0x98, 0x80],
  [0x22, 0xe4],
  [0xbf, 0x22],
].map((bytes) => bytes.map((byte) => SIGNS[byte]).join(''))

const CHATML = `{%- for m in messages -%}<|im_start|>{{ m.role }}
{{ m.content }}<|im_end|>
{% endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}`

/** A model of llama's architecture with random weights: whatever a grammar allows, it writes. The same at every run. */
export function randomModel(name: string, template = CHATML, special: readonly string[] = [], size: Size = SMALL): Buffer {
  const { width, layers: layerCount, hidden } = size
  const control = ['<|im_start|>', '<|im_end|>', ...special]
  // Every byte is there, also those of no character.
  const { signs = SIGNS.length } = size
  const pieces =
    signs < SIGNS.length ? PIECES.filter((piece) => /^[ -~\n]+$/.test(piece)).map(spelled) : [...PIECES.map(spelled), ...PARTS]
  const vocabulary = [...new Set([...SIGNS.slice(0, signs), ...pieces]), ...control]
  const end = vocabulary.indexOf('<|im_end|>')
  const numbers = randomNumbers()
  const matrix = (tensor: string, columns: number, rows: number, scale = 1 / Math.sqrt(columns)): Tensor => ({
    name: `${tensor}.weight`,
    sizes: [columns, rows],
    values: Float32Array.from({ length: columns * rows }, () => numbers() * scale),
  })
  const ones = (tensor: string): Tensor => ({
    name: `${tensor}.weight`,
    sizes: [width],
    values: new Float32Array(width).fill(1),
  })
  const layers = Array.from({ length: layerCount }, (_, layer) => [
    ones(`blk.${layer}.attn_norm`),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((part) => matrix(`blk.${layer}.${part}`, width, width)),
    ones(`blk.${layer}.ffn_norm`),
    matrix(`blk.${layer}.ffn_gate`, width, hidden),
    matrix(`blk.${layer}.ffn_up`, width, hidden),
    matrix(`blk.${layer}.ffn_down`, hidden, width),
  ])
  return ggufFile(
    {
      'general.architecture': { text: 'llama' },
      'general.name': { text: name },
      'llama.context_length': { u32: 16_384 },
      'llama.embedding_length': { u32: width },
      'llama.block_count': { u32: layerCount },
      'llama.feed_forward_length': { u32: hidden },
      'llama.attention.head_count': { u32: 4 },
      'llama.attention.head_count_kv': { u32: 4 },
      'llama.rope.dimension_count': { u32: width / 4 },
      'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
      'llama.vocab_size': { u32: vocabulary.length },
      'tokenizer.ggml.model': { text: 'gpt2' },
      'tokenizer.ggml.pre': { text: 'gpt-2' },
      'tokenizer.ggml.tokens': { texts: vocabulary },
      'tokenizer.ggml.token_type': { ints: vocabulary.map((token) => (control.includes(token) ? 3 : 1)) },
      'tokenizer.ggml.merges': { texts: [] },
      'tokenizer.ggml.bos_token_id': { u32: end },
      'tokenizer.ggml.eos_token_id': { u32: end },
      'tokenizer.ggml.add_bos_token': { bool: false },
      'tokenizer.chat_template': { text: template },
    },
    [
      matrix('token_embd', width, vocabulary.length, 0.5),
      ...layers.flat(),
      ones('output_norm'),
      matrix('output', width, vocabulary.length),
    ],
  )
}

/** Mulberry32, added up to something like a bell. */
function randomNumbers(): () => number {
  let seed = 1
  const uniform = (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return () => (uniform() + uniform() + uniform() - 1.5) * 2
}
