const BY_EXTENSION: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  ts: 'typescript',
  tsx: 'tsx',
  json: 'json',
  css: 'css',
  html: 'html',
  htm: 'html',
  svg: 'html',
  md: 'markdown',
}

/** The language to colour a file in, by the end of its name. */
export function languageOfPath(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return (
    (Object.hasOwn(BY_EXTENSION, extension) && BY_EXTENSION[extension]) ||
    (/^[a-z0-9]{1,10}$/.test(extension) ? extension : 'text')
  )
}
