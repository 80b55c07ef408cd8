import { ggufFile, type Tensor } from '../llama/gguf-writer.ts'
import { SIGNS, spelled } from '../llama/scripted-model.ts'

const WIDTH = 64
const LAYERS = 2
const HIDDEN = 128

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
]

const CHATML = `{%- for m in messages -%}<|im_start|>{{ m.role }}
{{ m.content }}<|im_end|>
{% endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}`

/** A model of llama's architecture with random weights: whatever a grammar allows, it writes. The same at every run. */
export function randomModel(name: string, template = CHATML, special: readonly string[] = []): Buffer {
  const control = ['<|im_start|>', '<|im_end|>', ...special]
  // A grammar counts characters and does not forbid half of one: bytes that are none by themselves are left out.
  const vocabulary = [...new Set([...SIGNS.slice(0, 128), ...PIECES.map(spelled)]), ...control]
  const end = vocabulary.indexOf('<|im_end|>')
  const numbers = randomNumbers()
  const matrix = (tensor: string, columns: number, rows: number, scale = 1 / Math.sqrt(columns)): Tensor => ({
    name: `${tensor}.weight`,
    sizes: [columns, rows],
    values: Float32Array.from({ length: columns * rows }, () => numbers() * scale),
  })
  const ones = (tensor: string): Tensor => ({
    name: `${tensor}.weight`,
    sizes: [WIDTH],
    values: new Float32Array(WIDTH).fill(1),
  })
  const layers = Array.from({ length: LAYERS }, (_, layer) => [
    ones(`blk.${layer}.attn_norm`),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((part) => matrix(`blk.${layer}.${part}`, WIDTH, WIDTH)),
    ones(`blk.${layer}.ffn_norm`),
    matrix(`blk.${layer}.ffn_gate`, WIDTH, HIDDEN),
    matrix(`blk.${layer}.ffn_up`, WIDTH, HIDDEN),
    matrix(`blk.${layer}.ffn_down`, HIDDEN, WIDTH),
  ])
  return ggufFile(
    {
      'general.architecture': { text: 'llama' },
      'general.name': { text: name },
      'llama.context_length': { u32: 16_384 },
      'llama.embedding_length': { u32: WIDTH },
      'llama.block_count': { u32: LAYERS },
      'llama.feed_forward_length': { u32: HIDDEN },
      'llama.attention.head_count': { u32: 4 },
      'llama.attention.head_count_kv': { u32: 4 },
      'llama.rope.dimension_count': { u32: WIDTH / 4 },
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
      matrix('token_embd', WIDTH, vocabulary.length, 0.5),
      ...layers.flat(),
      ones('output_norm'),
      matrix('output', WIDTH, vocabulary.length),
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
