import type { Mending } from './mending.ts'

/**
 *     ```json
 *     {"title": "Momo"}
 *     ```
 */
export const codeFence: Mending = {
  id: 'code-fence',
  message: 'The JSON stood in a code fence.',
  mend: (text) => {
    const bare = text.trim()
    const open = /^`+[\w-]*/.exec(bare)?.[0] ?? ''
    const close = open.replaceAll(/[^`]/g, '')
    return open === '' || !bare.endsWith(close) ? undefined : bare.slice(open.length, -close.length)
  },
}
