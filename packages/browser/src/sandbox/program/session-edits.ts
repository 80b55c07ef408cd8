import type { ClassDeclaration, Pattern, Statement, VariableDeclaration } from 'acorn'
import type { Edit } from './source-edits.ts'

/** A window refuses to let go of these, and writing to `location` would load another document. They stay local. */
const FIXED_NAMES = new Set(['window', 'document', 'location', 'top', 'undefined', 'NaN', 'Infinity'])

export interface SessionEdits {
  readonly edits: readonly Edit[]
  /** The names that must exist as global variables before the program starts. */
  readonly names: readonly string[]
}

/**
 * Turns top-level declarations into assignments to global variables, so that the next program finds them:
 *
 *     const { a, b } = load()        ;({ a, b } = load());
 *     class Point {}                 ;Point = class Point {};
 *     function area() {}             this.area = area;function area() {}
 */
export function sessionEdits(body: readonly Statement[]): SessionEdits {
  const hoisted: Edit[] = []
  const edits: Edit[] = []
  const names = new Set<string>()
  const start = body.find((statement) => !isDirective(statement))?.start ?? 0
  for (const statement of body) {
    const bound = declaredNames(statement)
    if (bound.length === 0 || bound.some((name) => FIXED_NAMES.has(name))) continue
    for (const name of bound) names.add(name)
    if (statement.type === 'FunctionDeclaration')
      hoisted.push({ at: start, remove: 0, insert: `this.${bound[0]} = ${bound[0]};` })
    else edits.push(...persist(statement))
  }
  return { edits: [...hoisted, ...edits], names: [...names] }
}

function isDirective(statement: Statement): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive !== undefined
}

function declaredNames(statement: Statement): readonly string[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') return [statement.id.name]
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap((declaration) => boundNames(declaration.id))
}

function boundNames(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.type === 'RestElement' ? property : property.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)))
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'MemberExpression':
      return []
  }
}

function persist(statement: Statement): readonly Edit[] {
  if (statement.type === 'ClassDeclaration') return persistClass(statement)
  return statement.type === 'VariableDeclaration' ? persistVariables(statement) : []
}

function persistClass(declaration: ClassDeclaration): readonly Edit[] {
  return [
    { at: declaration.start, remove: 0, insert: `;${declaration.id.name} = ` },
    { at: declaration.end, remove: 0, insert: ';' },
  ]
}

function persistVariables(declaration: VariableDeclaration): readonly Edit[] {
  const edits: Edit[] = [{ at: declaration.start, remove: declaration.kind.length, insert: ';(' }]
  for (const { id, init } of declaration.declarations) {
    if (init === undefined || init === null)
      edits.push({ at: id.end, remove: 0, insert: declaration.kind === 'var' ? '' : ' = undefined' })
  }
  const end = declaration.declarations.at(-1)?.end ?? declaration.end
  return [...edits, { at: end, remove: 0, insert: ');' }]
}
