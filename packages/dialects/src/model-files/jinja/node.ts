/** The nodes that `parse` of @huggingface/jinja makes. It does not export their types. */
export type Node =
  | { readonly type: 'Program'; readonly body: Block }
  | { readonly type: 'If'; readonly test: Node; readonly body: Block; readonly alternate: Block }
  | ForNode
  | { readonly type: 'Break' | 'Continue' | 'Comment' }
  | { readonly type: 'Set'; readonly assignee: Node; readonly value: Node | null; readonly body: Block }
  | MacroNode
  | { readonly type: 'FilterStatement'; readonly filter: FilterNode; readonly body: Block }
  | {
      readonly type: 'CallStatement'
      readonly call: CallNode
      readonly callerArgs: readonly Parameter[] | null
      readonly body: Block
    }
  | { readonly type: 'MemberExpression'; readonly object: Node; readonly property: Node; readonly computed: boolean }
  | CallNode
  | IdentifierNode
  | { readonly type: 'IntegerLiteral' | 'FloatLiteral'; readonly value: number }
  | { readonly type: 'StringLiteral'; readonly value: string }
  | { readonly type: 'ArrayLiteral' | 'TupleLiteral'; readonly value: Block }
  | { readonly type: 'ObjectLiteral'; readonly value: ReadonlyMap<Node, Node> }
  | { readonly type: 'BinaryExpression'; readonly operator: Token; readonly left: Node; readonly right: Node }
  | { readonly type: 'FilterExpression'; readonly operand: Node; readonly filter: FilterNode }
  | { readonly type: 'SelectExpression'; readonly lhs: Node; readonly test: Node }
  | { readonly type: 'TestExpression'; readonly operand: Node; readonly negate: boolean; readonly test: IdentifierNode }
  | { readonly type: 'UnaryExpression'; readonly operator: Token; readonly argument: Node }
  | SliceNode
  | KeywordNode
  | { readonly type: 'SpreadExpression' | 'KeywordSpreadExpression'; readonly argument: Node }
  | { readonly type: 'Ternary'; readonly condition: Node; readonly trueExpr: Node; readonly falseExpr: Node }

export type Block = readonly Node[]

interface Token {
  readonly value: string
}

export interface ForNode {
  readonly type: 'For'
  readonly loopvar: Node
  readonly iterable: Node
  readonly body: Block
  readonly defaultBlock: Block
}

interface IdentifierNode {
  readonly type: 'Identifier'
  readonly value: string
}

interface CallNode {
  readonly type: 'CallExpression'
  readonly callee: Node
  readonly args: Block
}

export interface SliceNode {
  readonly type: 'SliceExpression'
  readonly start?: Node
  readonly stop?: Node
  readonly step?: Node
}

interface KeywordNode {
  readonly type: 'KeywordArgumentExpression'
  readonly key: IdentifierNode
  readonly value: Node
}

interface MacroNode {
  readonly type: 'Macro'
  readonly name: IdentifierNode
  readonly args: readonly Parameter[]
  readonly body: Block
}

export type FilterNode = IdentifierNode | CallNode
export type Parameter = IdentifierNode | KeywordNode
