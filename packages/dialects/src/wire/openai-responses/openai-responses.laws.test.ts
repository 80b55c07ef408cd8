import { describeWireFormat } from '../../testing/wire-laws.ts'
import { openaiResponses } from './openai-responses.ts'

describeWireFormat(openaiResponses)
