/** Made by `preview-libraries.ts` when the studio is built. */
declare module 'virtual:preview-libraries' {
  export const names: readonly string[]
  export const script: string
}
