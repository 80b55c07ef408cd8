/** Made of `libraries/` by `script-libraries.ts` when the studio is built. */
declare module 'virtual:library/*' {
  export const names: readonly string[]
  export const script: string
}

declare module '*.css'
declare module 'pdfjs-dist/build/pdf.worker.mjs'
