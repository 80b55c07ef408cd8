import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'

const MARK = 'ai-sdk:'

/** What a model attached to a part and wants to see again, worn as a signature. */
export function toSignature(metadata: SharedV4ProviderMetadata | undefined): string | undefined {
  return metadata && Object.keys(metadata).length > 0 ? `${MARK}${JSON.stringify(metadata)}` : undefined
}

/** Only our own are understood; another vendor's proof means nothing to an AI SDK model. */
export function fromSignature(signature: string | undefined): { readonly providerOptions?: SharedV4ProviderMetadata } {
  if (!signature?.startsWith(MARK)) return {}
  try {
    const providerOptions: SharedV4ProviderMetadata = JSON.parse(signature.slice(MARK.length))
    return { providerOptions }
  } catch {
    return {}
  }
}
