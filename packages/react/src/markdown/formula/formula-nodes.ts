import type { Nodes, Parent, PhrasingContent } from 'mdast'

/** A formula with its marks, as it was written. */
interface Formula extends Parent {
  type: 'formula'
  children: PhrasingContent[]
}

declare module 'mdast' {
  interface RootContentMap {
    formula: Formula
  }
  interface PhrasingContentMap {
    formula: Formula
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula'
  }
}

/** What the reader of Markdown hands over while it builds the tree. */
interface Building {
  enter(node: Nodes, token: unknown): void
  exit(token: unknown): void
}

/** Turns the tokens of formulas into nodes, which are drawn as `<span class="parley-formula">`. */
export const formulaNodes = {
  canContainEols: ['formula'],
  enter: {
    formula(this: Building, token: unknown) {
      this.enter(
        { type: 'formula', children: [], data: { hName: 'span', hProperties: { className: ['parley-formula'] } } },
        token,
      )
    },
  },
  exit: {
    formula(this: Building, token: unknown) {
      this.exit(token)
    },
  },
}
