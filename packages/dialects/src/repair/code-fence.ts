import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'

/**
 *     ```json
 *     {"title": "Momo"}
 *     ```
 */
export const codeFence: Mending = {
  ...flaw('code-fence'),
  mend: (text) => {
    const bare = text.trim()
    const open = /^`+[\w-]*/.exec(bare)?.[0] ?? ''
    const close = open.replaceAll(/[^`]/g, '')
    return open === '' || !bare.endsWith(close) ? undefined : bare.slice(open.length, -close.length)
  },
}
