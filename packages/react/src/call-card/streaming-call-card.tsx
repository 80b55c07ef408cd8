import type { StreamingCall } from '@parley/browser'
import { Characters } from '../code/characters.tsx'
import { StreamedCode } from '../code/streamed-code.tsx'
import { useWords } from '../language/words.tsx'
import { CallFrame } from './call-frame.tsx'

const SHORT = 60

/** The arguments growing as code. */
export function StreamingCallCard({ call, ordinal }: { readonly call: StreamingCall; readonly ordinal: number }) {
  const words = useWords()
  const { fields } = call.input
  const long = fields.filter((field) => field.value.length >= SHORT || (field.kind === 'text' && field === fields.at(-1)))
  const short = fields.filter((field) => !long.includes(field))
  return (
    <CallFrame call={call} ordinal={ordinal} name={call.name ?? words.call.unnamed} sentence={undefined}>
      {short.map((field) => (
        <p key={field.name} className="font-mono text-[12.5px]">
          <span className="text-faint">
            <Characters text={field.name} />:{' '}
          </span>
          <Characters text={field.value.toString()} />
        </p>
      ))}
      {long.map((field) => (
        <StreamedCode key={field.name} value={field.value} label={words.edit.field({ name: field.name })} />
      ))}
      <p className="text-xs text-faint" data-testid="bytes-so-far">
        {words.call.bytesSoFar({ size: words.size(call.input.length) })}
      </p>
    </CallFrame>
  )
}
