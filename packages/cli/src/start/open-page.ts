import { spawn } from 'node:child_process'

/** The program that opens an address in the browser of this computer, and what it is told. */
export function opener(platform: NodeJS.Platform, url: string): readonly [command: string, args: readonly string[]] {
  if (platform === 'darwin') return ['open', [url]]
  // Not `start`, which is a word of the shell, to which `&` in an address would end the command.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]]
  return ['xdg-open', [url]]
}

/** Where there is no browser to open, the address that was printed has to do. */
export function openPage(url: string): void {
  const [command, args] = opener(process.platform, url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
