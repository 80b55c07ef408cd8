import type { ReturnStatement, Statement } from 'acorn'
import type { Edit } from './source-edits.ts'

/**
 * Edits that hand every value the program returns at its top level to the function `keep`:
 *
 *     if (done) return total         if (done) return keep((total))
 */
export function returnEdits(body: readonly Statement[], keep: string): readonly Edit[] {
  return body.flatMap(returnsIn).flatMap(({ argument }) =>
    argument
      ? [
          { at: argument.start, remove: 0, insert: `${keep}((` },
          { at: argument.end, remove: 0, insert: '))' },
        ]
      : [],
  )
}

/** Those of the program itself; functions have their own. */
function returnsIn(statement: Statement): readonly ReturnStatement[] {
  switch (statement.type) {
    case 'ReturnStatement':
      return [statement]
    case 'BlockStatement':
      return statement.body.flatMap(returnsIn)
    case 'IfStatement':
      return [...returnsIn(statement.consequent), ...(statement.alternate ? returnsIn(statement.alternate) : [])]
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
    case 'WithStatement':
      return returnsIn(statement.body)
    case 'TryStatement':
      return [statement.block, statement.handler?.body, statement.finalizer].flatMap((block) => (block ? returnsIn(block) : []))
    case 'SwitchStatement':
      return statement.cases.flatMap((branch) => branch.consequent.flatMap(returnsIn))
    default:
      return []
  }
}
