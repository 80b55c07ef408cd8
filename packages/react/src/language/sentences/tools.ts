import type { Sentence } from './to-chinese.ts'

/** What the house's own tools say of their arguments, for the form that edits a call. */
export const toolSentences: readonly Sentence[] = [
  [
    "The JavaScript code to execute. e.g. '2 + 2' or 'window.innerWidth'. The value of the last expression is returned; await works at the top level.",
    "要执行的 JavaScript 代码，例如 '2 + 2' 或 'window.innerWidth'。返回最后一个表达式的值；顶层可以使用 await。",
  ],
  ['Stop the program after this many milliseconds. 10000 when left out.', '多少毫秒后停止程序。省略时为 10000。'],
  [
    'Set to true to use files.read(path), files.write(path, text), files.list(path) and files.delete(path).',
    '设为 true 即可使用 files.read(path)、files.write(path, text)、files.list(path) 和 files.delete(path)。',
  ],
  ['The one host that fetch may reach. Without it there is no network.', 'fetch 可以访问的唯一主机。省略则没有网络。'],
  ['The absolute path of the file or directory to delete.', '要删除的文件或文件夹的绝对路径。'],
  ['Delete a directory together with everything in it.', '连同其中的全部内容删除文件夹。'],
  ['The absolute path of the file to change.', '要更改的文件的绝对路径。'],
  [
    'The exact text to replace, as it stands in the file, with its spaces and line breaks.',
    '要替换的确切文本，与文件中的空格和换行一致。',
  ],
  ['The text to put in its place. Empty to remove it.', '替换成的文本。留空则删除。'],
  ['Replace every occurrence. Without it old_text must occur exactly once.', '替换每一处。否则 old_text 必须恰好出现一次。'],
  ['Instead of old_text and new_text: a unified diff for this one file.', '代替 old_text 和 new_text：此文件的 unified diff。'],
  ["The directory path to list. Defaults to root '/'.", "要列出的文件夹路径。默认为根 '/'。"],
  ["The directory path to list, for example '/'.", "要列出的文件夹路径，例如 '/'。"],
  ['The absolute path of the file or directory to move.', '要移动的文件或文件夹的绝对路径。'],
  [
    'The absolute path it shall have. An existing directory, or a path that ends in a slash, takes it in under its old name.',
    '移动后的绝对路径。若为已有文件夹或以斜杠结尾，则以原名放入其中。',
  ],
  ['The absolute path of the file to read.', '要读取的文件的绝对路径。'],
  [
    'The first line to read, counted from 1. Leave it out to read from the beginning.',
    '要读取的第一行，从 1 起。省略则从头读取。',
  ],
  ['The last line to read. Leave it out to read to the end.', '要读取的最后一行。省略则读到末尾。'],
  ['Continue inside a very long line: the position an earlier answer ended at.', '在很长的一行内继续：上一次回答结束的位置。'],
  [
    'Text to look for in the files, taken literally. Leave it out to find files by name only.',
    '要在文件中查找的原样文本。省略则只按名称查找。',
  ],
  ['Which files to look at, e.g. {0}. Leave it out for all files.', '要查看哪些文件，例如 {0}。省略则为全部文件。'],
  [
    "The directory to search in, with everything below it. Defaults to root '/'.",
    "要搜索的文件夹及其下的全部内容。默认为根 '/'。",
  ],
  ['Treat small and capital letters as the same.', '不区分大小写。'],
  ['The absolute path of the file to write.', '要写入的文件的绝对路径。'],
  ['The text content to write into the file.', '要写入文件的文本内容。'],
]
