import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is used of node-llama-cpp. It is no dependency of anything here: it is fetched when somebody asks for it. */
export interface LlamaLibrary {
  getLlama(options: {
    readonly gpu: 'auto' | false
    readonly build: 'never'
    readonly skipDownload: true
    readonly progressLogs: false
    readonly logLevel: 'error'
    readonly logger: (level: string, text: string) => void
  }): Promise<Llama>
  readonly LlamaGrammarEvaluationState: new (options: {
    readonly model: LlamaModel
    readonly grammar: LlamaGrammar
  }) => GrammarState
  readonly TokenBias: { for(model: LlamaModel): TokenBias }
}

export type Token = number
type LlamaGrammar = object
export type GrammarState = object
export interface TokenBias {
  /** `never`: the token is not chosen. */
  set(token: Token, bias: 'never'): TokenBias
}

export interface Llama {
  readonly gpu: string | false
  loadModel(options: {
    readonly modelPath: string
    readonly gpuLayers: 'auto'
    readonly onLoadProgress: (part: number) => void
  }): Promise<LlamaModel>
  createGrammar(options: { readonly grammar: string }): Promise<LlamaGrammar>
}

export interface LlamaModel {
  readonly tokens: { readonly bosString: string | null; readonly shouldPrependBosToken: boolean }
  readonly fileInfo: {
    readonly metadata: {
      readonly tokenizer?: { readonly ggml?: { readonly model?: string; readonly tokens?: readonly string[] } }
    }
  }
  tokenize(text: string, special: boolean): Token[]
  detokenize(tokens: readonly Token[], special: boolean): string
  isSpecialToken(token: Token): boolean
  isEogToken(token: Token): boolean
  createContext(options: {
    readonly contextSize: number
    readonly sequences: number
    readonly threads: number
    readonly batchSize: number
  }): Promise<LlamaContext>
  createEmbeddingContext(options: { readonly threads: number }): Promise<{
    getEmbeddingFor(tokens: readonly Token[]): Promise<{ readonly vector: readonly number[] }>
  }>
}

export interface LlamaContext {
  readonly contextSize: number
  getSequence(): LlamaSequence
}

export interface LlamaSequence {
  readonly contextTokens: readonly Token[]
  readonly nextTokenIndex: number
  readonly needsCheckpoints: boolean
  takeCheckpoint(): Promise<void>
  adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>
  evaluate(
    tokens: readonly Token[],
    options: {
      readonly temperature: number
      readonly topK: number
      readonly topP: number
      readonly minP: number
      readonly seed?: number
      readonly yieldEogToken: true
      readonly grammarEvaluationState?: () => GrammarState | undefined
      readonly tokenBias?: () => TokenBias
    },
  ): AsyncIterable<Token>
}

export async function loadLibrary(folder: string): Promise<LlamaLibrary> {
  const door = join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  // as: the version that is installed there is the one that this file describes.
  return (await import(pathToFileURL(door).href)) as LlamaLibrary
}
