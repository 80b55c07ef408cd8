import { Refused } from '../../refused.ts'
import type { CharSet } from './char-set.ts'
import type { PatternNode } from './pattern-node.ts'

const MOST_INSTRUCTIONS = 2000

/** One step of a matcher. Where it goes on is the next one, unless it says otherwise. */
type Instruction =
  | { readonly op: 'char'; readonly set: CharSet }
  | { readonly op: 'start' | 'end' | 'match' }
  /** Goes on at both, the first preferred. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  /** Keeps the place, under a number. */
  | { readonly op: 'keep'; readonly slot: number }

export interface Program {
  readonly code: readonly Instruction[]
  /** The names of its groups: the first is kept in the slots 0 and 1, the next in 2 and 3. */
  readonly groups: readonly string[]
}

export function compilePattern(node: PatternNode): Program {
  const compiler = new Compiler()
  compiler.emit(node)
  compiler.add({ op: 'match' })
  return compiler
}

class Compiler implements Program {
  readonly code: Instruction[] = []
  readonly groups: string[] = []
  #work = 0

  add<Kind extends Instruction>(instruction: Kind): Kind {
    if (this.code.length >= MOST_INSTRUCTIONS) throw new Refused(`needs more than ${MOST_INSTRUCTIONS} steps to be matched`)
    this.code.push(instruction)
    return instruction
  }

  emit(node: PatternNode): void {
    // Repetitions of nothing add no step, and take time all the same.
    if (++this.#work > 10 * MOST_INSTRUCTIONS) throw new Refused('repeats too much')
    if (node.is === 'char') this.add({ op: 'char', set: node.set })
    else if (node.is === 'join') for (const each of node.nodes) this.emit(each)
    else if (node.is === 'either') this.#either(node.nodes)
    else if (node.is === 'repeat') this.#repeat(node)
    else if (node.is === 'group') this.#group(node.name, node.node)
    else this.add({ op: node.is })
  }

  #either(nodes: readonly PatternNode[]): void {
    const jumps: { to: number }[] = []
    for (const [place, each] of nodes.entries()) {
      const split = place < nodes.length - 1 ? this.add({ op: 'split', first: this.code.length + 1, second: 0 }) : undefined
      this.emit(each)
      if (!split) continue
      jumps.push(this.add({ op: 'jump', to: 0 }))
      split.second = this.code.length
    }
    for (const jump of jumps) jump.to = this.code.length
  }

  #group(name: string, inner: PatternNode): void {
    // A group inside of a counted repetition is written several times, and is one group.
    const known = this.groups.indexOf(name)
    const place = known < 0 ? this.groups.push(name) - 1 : known
    this.add({ op: 'keep', slot: 2 * place })
    this.emit(inner)
    this.add({ op: 'keep', slot: 2 * place + 1 })
  }

  #repeat({ node, least, most, lazy }: PatternNode & { readonly is: 'repeat' }): void {
    for (let count = 0; count < least; count++) this.emit(node)
    const begin = this.code.length
    const leaves: ((to: number) => void)[] = []
    for (let count = least; count < (most === Infinity ? least + 1 : most); count++) {
      leaves.push(this.#enter(lazy))
      this.emit(node)
    }
    if (most === Infinity) this.add({ op: 'jump', to: begin })
    for (const leave of leaves) leave(this.code.length)
  }

  /** A way in, which is preferred unless it is lazy, and a way past, which is set later. */
  #enter(lazy: boolean): (to: number) => void {
    const next = this.code.length + 1
    const split = this.add({ op: 'split', first: next, second: next })
    return (to) => {
      if (lazy) split.first = to
      else split.second = to
    }
  }
}
