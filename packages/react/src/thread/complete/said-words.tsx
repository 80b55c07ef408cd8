import { pathsIn } from '../../markdown/paths/named-file.ts'
import { PathWords } from '../../markdown/paths/path-link.tsx'

/** What somebody said, letter by letter as it was written, in which the names of files lead to them. */
export default function SaidWords({ text }: { readonly text: string }) {
  // Between backticks a name may have blanks.
  return (
    <span>
      {text
        .split(/`([^`\n]+)`/)
        .map((piece, index) => (index % 2 === 0 ? <Prose key={index} text={piece} /> : <Quote key={index} text={piece} />))}
    </span>
  )
}

const Quote = ({ text }: { readonly text: string }) => (
  <>
    `<PathWords>{text}</PathWords>`
  </>
)

function Prose({ text }: { readonly text: string }) {
  const found = pathsIn(text)
  return (
    <>
      {found.map(({ name, from }, index) => (
        <span key={from}>
          {text.slice(found[index - 1]?.to ?? 0, from)}
          <PathWords>{name}</PathWords>
        </span>
      ))}
      {text.slice(found.at(-1)?.to ?? 0)}
    </>
  )
}
