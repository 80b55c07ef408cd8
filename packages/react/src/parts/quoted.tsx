/** A sentence of ours in which names stand between backticks: `read_file` is drawn as code. */
export function Quoted({ text }: { readonly text: string }) {
  return text.split(/`([^`\n]+)`/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <code key={index} className="font-mono">
        {piece}
      </code>
    ),
  )
}
