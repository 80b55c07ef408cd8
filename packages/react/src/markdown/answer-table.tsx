import { ArrowDown, ArrowUp } from 'lucide-react'
import { Children, isValidElement, type ReactElement, type ReactNode, useState } from 'react'
import { useLanguageTag } from '../language/words.tsx'
import { type Sorting, sortRows } from '../preview/parse-csv.ts'

type Part = ReactElement<{ readonly children?: ReactNode; readonly style?: React.CSSProperties }>

const partsOf = (node: ReactNode): readonly Part[] =>
  Children.toArray(node).filter((child): child is Part => isValidElement(child))

const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) => (isValidElement<{ readonly children?: ReactNode }>(child) ? textOf(child.props.children) : String(child)))
    .join('')

/** A table of an answer, whole: it scrolls by itself, and a press on a heading sorts it. */
export function AnswerTable({ children }: { readonly children?: ReactNode }) {
  const tag = useLanguageTag()
  const [sorting, setSorting] = useState<Sorting>()
  const [head, body] = partsOf(children)
  const headings = partsOf(partsOf(head?.props.children)[0]?.props.children)
  const rows = partsOf(body?.props.children)
  const press = (column: number) =>
    setSorting(
      sorting?.column === column && sorting.direction === 'ascending'
        ? { column, direction: 'descending' }
        : { column, direction: 'ascending' },
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div tabIndex={0} className="parley-table">
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <Heading
                key={column}
                heading={heading}
                sorting={sorting?.column === column ? sorting : undefined}
                onPress={() => press(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>{sorting ? sorted(rows, sorting, tag) : rows}</tbody>
      </table>
    </div>
  )
}

/** Each row with its place behind its cells, so that it is found again. */
function sorted(rows: readonly Part[], sorting: Sorting, tag: string): readonly (Part | undefined)[] {
  const texts = rows.map((row, place) => [...partsOf(row.props.children).map(textOf), String(place)])
  return sortRows(texts, sorting, tag).map((row) => rows[Number(row.at(-1))])
}

interface HeadingProps {
  readonly heading: Part
  /** Absent: the rows are in another order. */
  readonly sorting: Sorting | undefined
  readonly onPress: () => void
}

function Heading({ heading, sorting, onPress }: HeadingProps) {
  const { children, style } = heading.props
  const Arrow = sorting?.direction === 'descending' ? ArrowDown : ArrowUp
  const isPlain = Children.toArray(children).every((child) => typeof child === 'string')
  return (
    <th scope="col" style={style} aria-sort={sorting?.direction ?? 'none'}>
      {isPlain && textOf(children) !== '' ? (
        <button type="button" onClick={onPress} className="inline-flex items-center gap-1 font-[inherit] hover:text-parley">
          {children}
          {sorting && <Arrow aria-hidden="true" className="size-3.5 text-parley" />}
        </button>
      ) : (
        children
      )}
    </th>
  )
}
