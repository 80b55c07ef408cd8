import type { McpServer } from '@parley/browser/mcp'
import { type FormEvent, useId, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button, Named } from '../parts/button.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import type { McpService } from '../studio/studio-services.ts'

interface ServerInputsProps {
  readonly server: McpServer
  readonly mcp: McpService
  readonly mayEdit: boolean
}

/** What a server needs to be told before it can start. An answer goes in and never comes out again. */
export function ServerInputs({ server, mcp, mayEdit }: ServerInputsProps) {
  const words = useLateWords()
  const missing = server.inputs.filter(({ isAnswered }) => !isAnswered)
  if (server.inputs.length === 0) return null
  return (
    <div className="mt-2 space-y-2 text-[13px]">
      {missing.length > 0 && (
        <p data-testid="mcp-missing" className="wrap-anywhere text-wait">
          <Characters text={words.mcp.missing({ list: missing.map(({ description }) => description).join(' · ') })} />
        </p>
      )}
      {mayEdit
        ? server.inputs.map((input) => <InputForm key={input.id} input={input} server={server} mcp={mcp} />)
        : missing.map(({ variable }) => (
            <p key={variable} className="text-soft">
              {words.mcp.setVariable({ variable })}
            </p>
          ))}
    </div>
  )
}

interface InputFormProps extends Pick<ServerInputsProps, 'server' | 'mcp'> {
  readonly input: McpServer['inputs'][number]
}

function InputForm({ input, server, mcp: { client, shelf } }: InputFormProps) {
  const words = useLateWords()
  const id = useId()
  const [value, setValue] = useState('')
  const [said, setSaid] = useState<string>()
  const save = async () => {
    await client.answerInput(input.id, value)
    setValue('')
    await client.restart(server.id).finally(() => shelf.refresh([server.id]))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaid(words.mcp.busy)
    save().then(
      () => setSaid(words.mcp.answered),
      (error: unknown) => setSaid(words.said(errorSentence(error))),
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-52">
        <label htmlFor={id} className="block wrap-anywhere">
          <Characters text={input.description} />
          {input.isAnswered && <span className="text-soft"> · {words.mcp.isAnswered}</span>}
        </label>
        <input
          id={id}
          type={input.isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          className={`${FIELD} w-full`}
        />
      </div>
      <Button type="submit" disabled={value === ''}>
        <Named shown={words.mcp.answer} spoken={words.action.full({ verb: words.mcp.answer, sentence: input.description })} />
      </Button>
      <p role="status" className="w-full wrap-anywhere text-soft empty:hidden">
        {said}
      </p>
    </form>
  )
}
