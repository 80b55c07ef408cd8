import type { Dialect, SpokenPart } from '@parley/dialects'
import { use, useMemo } from 'react'
import { loadCatalog } from '../lab/load-catalog.ts'
import { AnswerText } from '../markdown/answer-text.tsx'
import { MessageRenderer, type MessageRendererProps } from './message-renderer.tsx'

export interface TextMessageRendererProps extends Omit<MessageRendererProps, 'message'> {
  readonly id: string
  /** The raw text, as a server that knows nothing of tools streams it. */
  readonly text: string
  /** Nothing is read as a call before the whole text is there: a prefix that happens to parse is still a prefix. */
  readonly complete: boolean
  /** A dialect, or the id of a built-in one. */
  readonly dialect: Dialect | string
}

/** A message whose server streams plain text: words while it arrives, cards for its calls once it is whole. */
export function TextMessageRenderer({ id, text, complete, dialect, ...rest }: TextMessageRendererProps) {
  if (!complete)
    return (
      <div data-parley="">
        <AnswerText text={text} open />
      </div>
    )
  return <ReadMessage id={id} text={text} dialect={dialect} {...rest} />
}

function ReadMessage({ id, text, dialect, ...rest }: Omit<TextMessageRendererProps, 'complete'>) {
  const { readAnswer } = use(loadCatalog())
  const { specs } = rest.executor
  const message = useMemo(() => {
    const parts: readonly SpokenPart[] = readAnswer(text, { dialect, tools: specs })
    return { role: 'assistant' as const, id, parts }
  }, [readAnswer, id, text, dialect, specs])
  return <MessageRenderer {...rest} message={message} />
}
