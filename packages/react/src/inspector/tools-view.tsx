import type { ToolSpec } from '@parley/dialects'
import { useWords } from '../language/words.tsx'
import { formatSize } from '../parts/format-size.ts'
import { Raw } from './raw.tsx'

/** The tools the model was told of, and how much of the request they take. */
export function ToolsView({ tools }: { readonly tools: readonly ToolSpec[] }) {
  const words = useWords()
  if (tools.length === 0) return <p className="p-2 text-sm text-soft">{words.inspector.noTools}</p>
  return (
    <ul className="space-y-4">
      {tools.map((tool) => {
        const text = JSON.stringify(tool.parameters, null, 2)
        return (
          <li key={tool.name} className="space-y-1">
            <p className="text-[13px]">
              <span className="font-mono font-semibold">{tool.name}</span>{' '}
              <span className="text-xs text-faint">
                {words.inspector.size({ characters: formatSize(JSON.stringify(tool).length) })}
              </span>
            </p>
            <p lang="en" className="text-[13px] text-soft">
              {tool.description}
            </p>
            <Raw text={text} title={tool.name} language="json" />
          </li>
        )
      })}
    </ul>
  )
}
