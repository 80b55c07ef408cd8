import { describeWireFormat } from '../../testing/wire-laws.ts'
import { anthropicMessages } from './anthropic-messages.ts'

describeWireFormat(anthropicMessages)
