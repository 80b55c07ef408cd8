/** `counted(1, 'byte')` → `1 byte`, `counted(2, 'byte')` → `2 bytes`: how sizes and numbers are said, everywhere. */
export function counted(count: number, noun: 'byte' | 'change' | 'character' | 'file' | 'line' | 'more file'): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
