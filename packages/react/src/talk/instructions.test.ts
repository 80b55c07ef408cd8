import { memoryThreadStorage } from '@parley/browser'
import { createMemoryFiles } from '@parley/browser/files'
import { describe, expect, it } from 'vitest'
import { keepInstructions, PROJECT_FILE, readInstructions, readProject, systemPrompt } from './instructions.ts'

const NONE = { own: '', skipsProject: false }

describe('what stands before everything that is said', () => {
  it('is the prompt of the settings, or that of the conversation in its place, and then the project’s', () => {
    expect(systemPrompt({ general: '', instructions: NONE, project: undefined })).toBeUndefined()
    expect(systemPrompt({ general: 'G', instructions: NONE, project: undefined })).toBe('G')
    expect(systemPrompt({ general: 'G', instructions: { ...NONE, own: 'O' }, project: undefined })).toBe('O')
    expect(systemPrompt({ general: 'G', instructions: NONE, project: 'P' })).toBe(
      'G\n\nInstructions of the project (/shared/AGENTS.md):\n\nP',
    )
    expect(systemPrompt({ general: '', instructions: { own: ' ', skipsProject: true }, project: 'P' })).toBeUndefined()
  })

  it('is kept with the conversation beside what others keep there', async () => {
    const { threads } = memoryThreadStorage()
    const thread = { id: 't', title: '', titledBy: 'message', mode: 'ask', extraSteps: 0, createdAt: 1, updatedAt: 1 } as const
    await threads.create({ ...thread, settings: { foundTools: ['a'] } })
    await keepInstructions(threads, 't', { own: 'Be brief.', skipsProject: true })
    const kept = await threads.find('t')
    expect(readInstructions(kept)).toEqual({ own: 'Be brief.', skipsProject: true })
    expect(kept?.settings?.['foundTools']).toEqual(['a'])
    expect(readInstructions({ settings: { instructions: { own: 7 } } })).toEqual(NONE)
    expect(readInstructions(undefined)).toEqual(NONE)
  })

  it('reads the file of the project, and nothing where there is none, it is empty, or no text', async () => {
    const files = createMemoryFiles()
    const by = { actor: 'user' } as const
    expect(await readProject(files)).toBeUndefined()
    await files.write(PROJECT_FILE, '  Use tabs.\n', by)
    expect(await readProject(files)).toBe('Use tabs.')
    await files.write(PROJECT_FILE, 'x'.repeat(40_000), by)
    expect(await readProject(files)).toHaveLength(32_000)
    await files.write(PROJECT_FILE, new Uint8Array([0, 255, 1]), by)
    expect(await readProject(files)).toBeUndefined()
  })
})
