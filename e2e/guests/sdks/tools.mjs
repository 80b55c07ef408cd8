import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** What every SDK is given: where to ask, what to do, and with which tools. */
export const { BASE, MODEL, QUESTION, WHAT = 'job' } = process.env

export const tools = {
  list_files: {
    description: 'Lists a folder.',
    input: z.object({ folder: z.string() }),
    run: ({ folder }) => readdirSync(folder).join('\n'),
  },
  read_file: {
    description: 'Reads a file.',
    input: z.object({ path: z.string() }),
    run: ({ path }) => readFileSync(path, 'utf8'),
  },
  edit_file: {
    description: 'Replaces text in a file.',
    input: z.object({ path: z.string(), from: z.string(), to: z.string() }),
    run({ path, from, to }) {
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
      return 'done'
    },
  },
  run_program: {
    description: 'Runs a program.',
    input: z.object({ path: z.string() }),
    run: ({ path }) => execFileSync(process.execPath, [path], { encoding: 'utf8' }),
  },
}

export const book = z.object({ title: z.string(), pages: z.number() })
export const each = (make) => Object.entries(tools).map(([name, tool]) => make(name, tool))
export const jsonSchema = (schema) => z.toJSONSchema(schema)
/** What the test reads. */
export const done = (answer) => console.log(typeof answer === 'string' ? answer : JSON.stringify(answer))
