import { type BackendTool, defineBackendTool } from '@parley/server'
import { z } from 'zod'
import type { Point } from './watch-store.ts'

/** The tools of story 3 that run on the server: two that look, one that writes when the user allows it, and one that only a program calls. */
export function storyTools(world: string, point: Point): readonly BackendTool[] {
  const act = async (name: string, input: object, key: string | undefined): Promise<string> => {
    await point(`before ${name}`)
    const response = await fetch(`${world}/${name}`, { method: 'POST', body: JSON.stringify({ input, key }) })
    const answer = await response.text()
    await point(`after ${name}`)
    return answer
  }
  return [
    defineBackendTool({
      name: 'list_directory',
      description: 'Lists a directory.',
      input: z.object({ path: z.string() }),
      run: async (input, { idempotencyKey }) => await act('list_directory', input, idempotencyKey),
    }),
    defineBackendTool({
      name: 'count_lines',
      description: 'Counts the lines of a file.',
      input: z.object({ path: z.string() }),
      run: async (input, { idempotencyKey }) => await act('count_lines', input, idempotencyKey),
    }),
    defineBackendTool({
      name: 'write_file',
      description: 'Writes a file.',
      input: z.object({ path: z.string(), content: z.string() }),
      approval: ({ path }) => `It replaces ${path}.`,
      run: async (input, { idempotencyKey }) => await act('write_file', input, idempotencyKey),
    }),
    defineBackendTool({
      name: 'sign_file',
      description: 'Signs a file.',
      input: z.object({ path: z.string() }),
      approval: ({ path }) => `It signs ${path}.`,
      run: async (input, { idempotencyKey }) => await act('sign_file', input, idempotencyKey),
    }),
  ]
}
