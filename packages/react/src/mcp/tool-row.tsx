import { fingerprintOf, type Grant, type GrantBook } from '@parley/browser'
import type { McpTool, ShelfTool } from '@parley/browser/mcp'
import { tokensOf } from '@parley/dialects'
import { useId, useState } from 'react'
import { useGrants } from '../call-card/effects/use-grants.ts'
import { Characters } from '../code/characters.tsx'
import { DiffView } from '../code/diff-view.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button, Named } from '../parts/button.tsx'
import { Choice } from '../settings/setting-row.tsx'
import type { McpService } from '../studio/studio-services.ts'
import { TryTool } from './try-tool.tsx'

interface ToolRowProps {
  readonly item: ShelfTool
  readonly mcp: McpService
  readonly grants: GrantBook
}

/** One tool: what its server says of it, what it costs, and what becomes of its calls. */
export function ToolRow({ item, mcp, grants }: ToolRowProps) {
  const words = useLateWords()
  const { tool, stand, before } = item
  return (
    <li data-mcp-tool={tool.name} data-stand={stand} className="py-2.5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-[13px] font-medium wrap-anywhere">
            <code>
              <Characters text={tool.tool} />
            </code>{' '}
            <span className="font-normal text-soft">{words.mcp.tokens({ count: tokensOf(tool) })}</span>
          </p>
          <p className="text-[13px] wrap-anywhere whitespace-pre-wrap text-soft">
            <Characters text={tool.title === undefined ? tool.description : `${tool.title}: ${tool.description}`} />
          </p>
        </div>
        {stand === 'on' || stand === 'off' ? (
          <ToolState item={item} mcp={mcp} grants={grants} />
        ) : (
          <Button tone={stand === 'changed' ? 'primary' : 'plain'} onClick={() => mcp.shelf.accept([tool.name])}>
            <Named
              shown={stand === 'changed' ? words.mcp.acceptChange : words.mcp.use}
              spoken={words.action.full({
                verb: stand === 'changed' ? words.mcp.acceptChange : words.mcp.use,
                sentence: tool.tool,
              })}
            />
          </Button>
        )}
      </div>
      {stand === 'changed' && before && <ChangedDefinition before={before} after={tool} />}
      {(stand === 'on' || stand === 'off') && <TryTool client={mcp.client} tool={tool} />}
    </li>
  )
}

function ChangedDefinition({ before, after }: { readonly before: McpTool; readonly after: McpTool }) {
  const words = useLateWords()
  const [compact, setCompact] = useState(true)
  return (
    <div className="mt-2">
      <p className="mb-1 text-[13px] text-wait">{words.mcp.changedWhy}</p>
      <DiffView
        path={`${after.tool}.json`}
        before={definitionText(before)}
        after={definitionText(after)}
        compact={compact}
        onToggleCompact={() => setCompact(!compact)}
        open
        onOpen={() => {}}
      />
    </div>
  )
}

/** All that is told of it, in lines. The fingerprint stands there for what is not told: hints, output, or another server. */
const definitionText = ({ title, description, parameters, fingerprint }: McpTool): string =>
  [...(title === undefined ? [] : [title]), description, JSON.stringify(parameters, undefined, 2), fingerprint].join('\n')

const STATES = ['off', 'ask', 'allow'] as const

/** Off, ask, or allowed by a rule that can be revoked here and among the rules. */
function ToolState({ item: { tool, stand }, mcp, grants }: ToolRowProps) {
  const words = useLateWords()
  const id = useId()
  const rules = useGrants(grants).filter((grant) => grant.tool === tool.name && isForAll(grant))
  const state = stand === 'off' ? 'off' : rules.length > 0 ? 'allow' : 'ask'
  const choose = async (next: (typeof STATES)[number]) => {
    mcp.shelf.switchTool(tool.name, next !== 'off')
    for (const rule of rules) await grants.revoke(rule.id)
    if (next === 'allow') await grants.add(await ruleFor(tool))
  }
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {words.mcp.stateOf({ tool: tool.tool })}
      </label>
      <Choice
        id={id}
        value={state}
        choices={STATES.map((value) => ({ value, title: words.mcp.state[value] }))}
        onChange={(next) => void choose(next)}
      />
    </>
  )
}

/** Its calls: what its view was let reach is another permission. */
const isForAll = ({ threadId, scope }: Grant) =>
  threadId === undefined && scope.kind === 'effects' && scope.effects.some(({ kind }) => kind !== 'network')

async function ruleFor({ name, description, parameters, fingerprint: identity }: McpTool): Promise<Grant> {
  return {
    id: crypto.randomUUID(),
    tool: name,
    fingerprint: await fingerprintOf({ spec: { name, description, parameters }, identity }),
    scope: { kind: 'effects', effects: [{ kind: 'unknown' }] },
    createdAt: Date.now(),
    uses: 0,
  }
}
