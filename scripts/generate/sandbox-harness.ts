import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'vite'

/** The scripts of the sandbox's documents, each in one piece: their policies let a script run by its hash alone. */
export async function formatHarness(root: string): Promise<string> {
  const inside = join(root, 'packages', 'browser', 'src', 'sandbox', 'inside')
  const frame = await bundle(join(inside, 'frame.ts'))
  const preview = await bundle(join(inside, 'preview.ts'))
  const worker = await bundle(join(inside, 'worker.ts'))
  const broker = await bundle(join(inside, 'broker.ts'), { WORKER_SCRIPT: JSON.stringify(worker) })
  const python = await bundle(join(inside, 'python', 'worker.ts'))
  const pythonBroker = await bundle(join(inside, 'python', 'broker.ts'), { PYTHON_SCRIPT: JSON.stringify(python) })
  return [
    '// Written by scripts/generate.ts from src/sandbox/inside/. Do not edit.',
    '',
    `export const frameScript = ${JSON.stringify(frame)}`,
    `export const frameScriptHash = '${hashSource(frame)}'`,
    '',
    `export const brokerScript = ${JSON.stringify(broker)}`,
    `export const brokerScriptHash = '${hashSource(broker)}'`,
    '',
    `export const previewScript = ${JSON.stringify(preview)}`,
    '',
    `export const pythonScript = ${JSON.stringify(pythonBroker)}`,
    `export const pythonScriptHash = '${hashSource(pythonBroker)}'`,
    '',
  ].join('\n')
}

/** As a policy writes it. */
function hashSource(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

async function bundle(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      rollupOptions: { input: entry, output: { format: 'iife', strict: true, comments: false } },
    },
  })
  const chunk = 'output' in result ? result.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} did not become one script`)
  // Where a module lay says nothing about what the script does, and differs with the folder this is run from.
  const script = chunk.code.replaceAll(/^\s*\/\/(#(end)?region| packages\/|[ .\w/-]*\/sandbox\/inside\/).*\n/gm, '').trim()
  // Strict functions hide themselves and their `this` from stack traces; the markup must not end inside the script.
  if (!script.includes("'use strict'") && !script.includes('"use strict"')) throw new Error(`${entry} is not strict`)
  if (/<\/script|<!--/i.test(script)) throw new Error(`${entry} contains markup that would end its script element`)
  return script
}
