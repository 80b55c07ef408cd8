import { commonEnd, commonStart } from '../overlap.ts'

/** What stands around every call, between two and around all. */
export interface Around {
  readonly section: readonly [string, string]
  readonly call: readonly [string, string]
  readonly between: string
}

/**
 * Takes apart what stands before the first call, between two calls, and behind the last:
 *
 *     <calls>⏎<call>  …  </call>⏎<call>  …  </call>⏎</calls>
 *     before             between            behind
 */
export function surroundings(before: string, between: string | undefined, behind: string): Around {
  if (between === undefined) return { section: ['', ''], call: [before.trimStart(), behind.trimEnd()], between: '' }
  const opener = commonEnd(before, between).trimStart()
  const rest = between.slice(0, between.length - opener.length)
  const common = commonStart(behind, rest)
  // White space at the very end says nothing; between two calls it does.
  const closer = common.length === behind.length ? common.trimEnd() : common
  return {
    section: [before.slice(0, before.length - opener.length).trimStart(), behind.slice(closer.length).trimEnd()],
    call: [opener, closer],
    between: rest.slice(closer.length),
  }
}

/** What of it is there, for a shape to say. */
export const said = ({ section, between }: Around) => ({
  ...(section.some((mark) => mark !== '') && { section }),
  ...(between !== '' && { between }),
})
