import { readFile } from 'node:fs/promises'
import { type Verified, verifyCapsule } from '@parley/browser'
import { Advice, defineCommand } from '../command.ts'
import { printable } from '../replay/show-replay.ts'

const EXIT = { intact: 0, broken: 2, none: 3, unchecked: 1 } as const satisfies Record<Verified['kind'], number>

export const command = defineCommand({
  usage: [
    ['parley verify <file>…', 'says of each saved conversation whether it is intact, or the first thing in it that is not'],
    ['parley verify <file>… --key "3f2a 91c0 …"', 'demands that this installation has signed it'],
  ],
  options: {
    key: {
      type: 'string',
      value: '<fingerprint>',
      means: 'whose signature it must be: the studio shows its own in Settings › Data',
    },
    json: { type: 'boolean', means: 'prints one line of JSON for each file' },
  },
  words: Number.POSITIVE_INFINITY,
  note: 'A file is a conversation that the studio exported (Settings › Data). docs/trust/receipts.md says what is proven and what is not.\nIt ends with 0 when all are intact; with 2 when one is not; with 3 when one has no receipts; with 1 when it could not be tried.',
  async run({ values, words }, { terminal }) {
    if (words.length === 0) throw new Advice('Say which conversations: parley verify <file>. "parley verify --help" says more.')
    const codes: number[] = []
    for (const file of words) {
      const verified = wanted(await verifyCapsule(await bytesOf(file)), values.key)
      codes.push(EXIT[verified.kind])
      terminal.out(values.json ? `${JSON.stringify({ file, ...verified })}\n` : linesOf(file, verified))
    }
    return [2, 1, 3].find((code) => codes.includes(code)) ?? 0
  },
})

async function bytesOf(file: string): Promise<Uint8Array> {
  return await readFile(file).catch(() => {
    throw new Advice(`There is no file ${file}. Name a conversation that the studio exported.`)
  })
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(/[\s:]/g, '').toLowerCase()

/** Anybody can sign with a key of their own: who knows whose it must be says so. */
function wanted(verified: Verified, key: string | undefined): Verified {
  if (verified.kind !== 'intact' || key === undefined || plain(verified.signedBy.fingerprint) === plain(key)) return verified
  const message = `Not intact: it is signed with the key ${verified.signedBy.fingerprint}, not with the one that you named.`
  return { kind: 'broken', said: { message, words: { id: 'verify.signature' } } }
}

function linesOf(file: string, verified: Verified): string {
  const notes = verified.kind === 'intact' ? verified.notes.map(({ message }) => `  ${message}`) : []
  const lines = [`${file}: ${verified.said.message}`, ...notes, ...(verified.kind === 'intact' ? [signedLine(verified)] : [])]
  return `${lines.map(printable).join('\n')}\n`
}

function signedLine({ signedBy, exportedAt }: Extract<Verified, { kind: 'intact' }>): string {
  return `  signed by the installation ${signedBy.fingerprint} (${signedBy.algorithm}); it says that it was on ${timeOf(exportedAt)}`
}

/** A number from a file may be no time at all. */
function timeOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? 'no date' : date.toISOString()
}
