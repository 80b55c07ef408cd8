import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolChoice,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import {
  type AnswerShape,
  type ChatRequest,
  type FilePart,
  type Message,
  plainText,
  type SpokenPart,
  type TextPart,
  type ToolChoice,
  type ToolResult,
} from '@parley/dialects'
import { closeOpenCalls } from '@parley/dialects/wire'
import { fromSignature } from './proof.ts'

/** Our request → what an AI SDK model is called with. */
export function toCallOptions(request: ChatRequest, signal: AbortSignal): LanguageModelV4CallOptions {
  const { settings = {}, tools = [], toolChoice } = request
  return {
    prompt: closeOpenCalls(request.messages).flatMap(toMessage),
    abortSignal: signal,
    ...(settings.maxTokens !== undefined && { maxOutputTokens: settings.maxTokens }),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.topP !== undefined && { topP: settings.topP }),
    ...(settings.seed !== undefined && { seed: settings.seed }),
    ...(settings.stop && settings.stop.length > 0 && { stopSequences: [...settings.stop] }),
    ...(request.shape && { responseFormat: toFormat(request.shape) }),
    ...(tools.length > 0 && { tools: tools.map(toTool), toolChoice: toChoice(toolChoice ?? 'auto') }),
  }
}

function toFormat({ strict: _vendors, ...shape }: AnswerShape): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  return { type: 'json', ...shape }
}

function toTool({
  name,
  description,
  parameters,
}: {
  name: string
  description: string
  parameters: object
}): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: parameters }
}

function toChoice(choice: ToolChoice): LanguageModelV4ToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name }
}

function toMessage(message: Message): readonly LanguageModelV4Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.parts.map((part) => part.text).join('\n\n') }]
    case 'user':
      return [{ role: 'user', content: message.parts.map(toContent) }]
    case 'assistant': {
      const content = message.parts.flatMap(toSpoken)
      return content.length > 0 ? [{ role: 'assistant', content }] : []
    }
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.parts.map((result) => ({
            type: 'tool-result',
            toolCallId: result.callId,
            toolName: result.name,
            output: toOutput(result),
          })),
        },
      ]
    default:
      return message satisfies never
  }
}

function toContent(part: TextPart | FilePart) {
  return part.type === 'text' ? { type: 'text' as const, text: part.text } : toFile(part)
}

function toFile({ mediaType, data, name }: FilePart): LanguageModelV4FilePart {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(data)
  const isUrl = /^https?:/.test(data)
  return {
    type: 'file',
    mediaType,
    data: isUrl ? { type: 'url', url: new URL(data) } : { type: 'data', data: inline?.[1] ?? data },
    ...(name !== undefined && { filename: name }),
  }
}

type Spoken = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

function toSpoken(part: SpokenPart): Spoken {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text' as const, text: part.text }]
    case 'reasoning':
      return [{ type: 'reasoning' as const, text: part.text, ...fromSignature(part.signature) }]
    case 'tool-call':
      return [
        {
          type: 'tool-call' as const,
          toolCallId: part.id,
          toolName: part.name,
          input: part.input,
          ...fromSignature(part.signature),
        },
      ]
    case 'broken-call':
      return [{ type: 'text' as const, text: part.source }]
    default:
      return part satisfies never
  }
}

function toOutput(result: ToolResult): LanguageModelV4ToolResultOutput {
  if (result.outcome === 'denied') return { type: 'execution-denied', reason: plainText(result) }
  if (result.outcome !== 'ok') return { type: 'error-text', value: plainText(result) }
  return result.data === undefined ? { type: 'text', value: plainText(result) } : { type: 'json', value: result.data }
}
