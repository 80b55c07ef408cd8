import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import { BASE, book, done, each, MODEL, QUESTION, WHAT } from './tools.mjs'

setTracingDisabled(true)
const useResponses = process.env.DOOR !== 'chat'
const runner = new Runner({ modelProvider: new OpenAIProvider({ apiKey: 'none', baseURL: `${BASE}/v1`, useResponses }) })
const tools = each((name, { description, input, run }) => tool({ name, description, parameters: input, execute: run }))
const shape = WHAT === 'shape' ? { outputType: book } : { tools }
const agent = new Agent({ name: 'Worker', instructions: 'Do what you are asked.', model: MODEL, ...shape })
done((await runner.run(agent, QUESTION)).finalOutput)
