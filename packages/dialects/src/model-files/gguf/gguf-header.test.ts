import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ggufFile, list, text, uint32, uint64 } from '../../testing/gguf-file.ts'
import { Refused } from '../refused.ts'
import { readGgufHeader, readGgufMarks } from './gguf-header.ts'
import { memoryBytes, type RangedBytes, urlBytes } from './ranged-bytes.ts'

const tokens = Array.from({ length: 3000 }, (_, id) => text(id === 2999 ? '<|fin|>' : `t${id}`))
const file = ggufFile([
  ['general.architecture', text('llama')],
  ['general.name', text('Momo 7B')],
  ['llama.context_length', uint32(32_768)],
  ['tokenizer.ggml.tokens', list(tokens)],
  ['tokenizer.ggml.scores', list(Array.from({ length: 3000 }, () => uint32(0)))],
  ['tokenizer.ggml.bos_token_id', uint32(1)],
  ['tokenizer.ggml.eos_token_id', uint32(2999)],
  ['some.nested', list([list([uint32(1), uint32(2)]), list([text('a')])])],
  ['tokenizer.chat_templates', list([text('tool_use')])],
  ['tokenizer.chat_template.tool_use', text('{% for tool in tools %}書{% endfor %}')],
  ['tokenizer.chat_template', text('{{ messages }}')],
  ['some.number', uint64(7)],
])
const said = {
  name: 'Momo 7B',
  architecture: 'llama',
  contextLength: 32_768,
  template: '{{ messages }}',
  templates: { tool_use: '{% for tool in tools %}書{% endfor %}' },
  bos: 't1',
  eos: '<|fin|>',
}

const refusal = (bytes: RangedBytes): Promise<string> =>
  readGgufHeader(bytes).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Refused) return error.message
      throw error
    },
  )

/** A terabyte that begins like this, and is nothing but zeros. */
const then = (head: Uint8Array): RangedBytes => ({
  size: 2 ** 40,
  slice(from, to) {
    const bytes = new Uint8Array(to - from)
    bytes.set(head.subarray(from, to))
    return { arrayBuffer: () => Promise.resolve(bytes.buffer) }
  },
})

describe('the header of a GGUF file', () => {
  test('tells which tokens only a template writes, wherever they stand in the vocabulary', async () => {
    const marks = new Set([0, 5, 1023, 1024, 2500, 2998])
    const kinds = Array.from({ length: 3000 }, (_, id) => uint32(marks.has(id) ? 3 : 1))
    const vocabulary = [
      ['tokenizer.ggml.tokens', list(tokens)],
      ['tokenizer.ggml.eos_token_id', uint32(2999)],
    ] as const
    const whole = ggufFile([['tokenizer.ggml.token_type', list(kinds)], ...vocabulary])
    const found = await readGgufMarks(memoryBytes(whole))
    const fin = { id: 2999, text: '<|fin|>' }
    expect(found).toEqual([...Array.from(marks, (id) => ({ id, text: `t${id}` })), fin])
    expect(await readGgufMarks(memoryBytes(ggufFile(vocabulary)))).toEqual([fin])
    await expect(readGgufMarks(memoryBytes(whole.subarray(0, 9000)))).rejects.toThrow('breaks off')
  })

  test('tells the template, its kin, the tokens and the name, from memory or a blob', async () => {
    expect(await readGgufHeader(memoryBytes(file))).toEqual(said)
    expect(await readGgufHeader(new Blob([file]))).toEqual(said)
  })

  test('is read from a path without reading the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gguf-'))
    writeFileSync(join(folder, 'm.gguf'), file)
    expect(await readGgufHeader(await openAsBlob(join(folder, 'm.gguf')))).toEqual(said)
    rmSync(folder, { recursive: true })
  })

  test('is read from a URL by ranges, and a server that sends no ranges is refused', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number)
      asked.push(`${from}-${to}`)
      if (request.url === '/whole') response.end(file)
      else response.writeHead(206).end(file.subarray(from, to + 1))
    }).listen(0, '127.0.0.1')
    const url = await new Promise<string>((resolve) => {
      server.on('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    })
    expect(await readGgufHeader(urlBytes(`${url}/m.gguf`, fetch))).toEqual(said)
    expect(asked[0]).toBe('0-65535')
    await expect(readGgufHeader(urlBytes(`${url}/whole`, fetch))).rejects.toThrow('does not send parts of the file')
    server.close()
  })

  test('is refused with a sentence, whatever it claims', async () => {
    const zeros = {
      size: 2 ** 40,
      slice: (from: number, to: number) => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(to - from)) }),
    }
    const cases: readonly (readonly [RangedBytes, string])[] = [
      [memoryBytes(new Uint8Array()), 'breaks off'],
      [zeros, 'does not begin with `GGUF`'],
      [memoryBytes(ggufFile([], { version: 0x03000000 })), 'big-endian'],
      [memoryBytes(ggufFile([], { version: 1 })), 'version 1'],
      [memoryBytes(ggufFile([], { count: 2n ** 60n })), 'entries'],
      [memoryBytes(ggufFile([], { count: 5 })), 'breaks off'],
      [memoryBytes(ggufFile([['tokenizer.chat_template', { type: 8, bytes: uint64(2 ** 30).bytes }]])), 'longer than 1 MB'],
      [
        memoryBytes(
          ggufFile([
            ['other', { type: 8, bytes: uint64(2n ** 63n).bytes }],
            ['a', uint32(1)],
          ]),
        ),
        'impossible',
      ],
      [memoryBytes(ggufFile([['a', list([text('x')], 2n ** 50n)]])), 'breaks off'],
      [memoryBytes(ggufFile([['a', { type: 77, bytes: [] }]])), 'a type that is not known (77)'],
      [
        memoryBytes(
          ggufFile([
            ['general.name', text('a')],
            ['general.name', text('b')],
          ]),
        ),
        'twice',
      ],
      [then(ggufFile([['a', list([], 2n ** 52n, 8)]])), 'longer than 64 MB'],
      [then(ggufFile([['a', list([], 65_536, 9)]])), 'accepted'],
      [then(ggufFile([['a', list([list([list([list([list([list([])])])])])])]])), 'nested too deep'],
    ]
    for (const [bytes, why] of cases) expect(await refusal(bytes)).toContain(why)
  })

  test('wherever it is cut or one byte is wrong, it is read or refused', async () => {
    const short = ggufFile([
      ['general.name', text('Momo')],
      ['tokenizer.ggml.tokens', list([text('a'), text('b')])],
      ['tokenizer.chat_template', text('{{ x }}')],
    ])
    for (let end = 0; end < short.length; end++) expect(await refusal(memoryBytes(short.subarray(0, end)))).not.toBe('accepted')
    await fc.assert(
      fc.asyncProperty(fc.nat(short.length - 1), fc.nat(255), async (place, byte) => {
        expect(await refusal(memoryBytes(short.with(place, byte)))).toMatch(/./)
      }),
      { numRuns: 300 },
    )
  })
})
