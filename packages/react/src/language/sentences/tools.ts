import type { Sentence } from './to-chinese.ts'

/** What the house's own tools say of their arguments, for the form that edits a call. */
export const toolSentences: readonly Sentence[] = [
  ['此操作会失败：{0}', '此操作会失败：{~0}'],
  ['{0} Nothing was changed.', '{~0}没有更改任何内容。'],
  ['Nothing was changed.', '没有更改任何内容。'],
  ['Read the file again and use what it says now.', '请重新读取文件，使用它现在的内容。'],
  ['Give either old_text and new_text, or a patch, not both.', '请给出 old_text 和 new_text，或给出补丁，不要两者都给。'],
  ['Give old_text and new_text, or a patch.', '请给出 old_text 和 new_text，或给出补丁。'],
  [
    'old_text is empty. Name the text to replace, or use write_file to write the whole file.',
    'old_text 为空。请写明要替换的文本，或用 write_file 写入整个文件。',
  ],
  ['old_text and new_text are the same, so nothing would change.', 'old_text 和 new_text 相同，不会有任何更改。'],
  ['old_text was not found in the file.', '文件中没有找到 old_text。'],
  ['Line {0} is the same except for spaces: copy it exactly.', '第 {0} 行除空格外相同：请原样复制。'],
  [
    'old_text was found {0} times, at lines {1}. Add lines around it until it is unique, or set replace_all.',
    'old_text 出现了 {0} 次，位于第 {1} 行。请加上前后的行直到唯一，或设置 replace_all。',
  ],
  [
    'The patch could not be read. Write it as a unified diff with @@ lines, or use old_text and new_text.',
    '无法读取补丁。请写成带 @@ 行的统一格式 diff，或使用 old_text 和 new_text。',
  ],
  ['The patch changes more than one file. Send one call for each file.', '补丁更改了不止一个文件。请为每个文件分别调用。'],
  [
    'Part {0} of the patch does not fit near line {1}. Read the file again and write the patch for what it says now.',
    '补丁的第 {0} 部分与第 {1} 行附近不符。请重新读取文件，按现有内容写补丁。',
  ],
  ['{0} is not a text file, so it cannot be edited.', '{0} 不是文本文件，无法编辑。'],
  ['{0} is not a text file ({1}), so it cannot be read as text.', '{0} 不是文本文件（{~1}），无法按文本读取。'],
  ['1 byte', '1 字节'],
  ['{0} bytes', '{0} 字节'],
  ['{0} names a folder. Write the path of a file, without a slash at the end.', '{0} 是文件夹。请写文件的路径，末尾不加斜杠。'],
  [
    '{0} ends in a slash, which names a folder. List it, or leave the slash out.',
    '{0} 以斜杠结尾，表示文件夹。请列出它，或去掉斜杠。',
  ],
  ['{0} is a file, and {1} names a folder. Leave the slash at the end out.', '{0} 是文件，而 {1} 表示文件夹。请去掉末尾的斜杠。'],
  [
    'The text to look for is empty. Name it, or leave it out to find files by name.',
    '要查找的文本为空。请写明，或省略以按名称查找文件。',
  ],
  [
    'The user changed {0} after you read it. Nothing was written. Read it again and repeat your change on what it says now.',
    '您在模型读取之后更改了 {0}。没有写入任何内容。',
  ],
  [
    "The JavaScript code to execute. e.g. '2 + 2' or '[3, 1, 2].toSorted()'. The value of the last expression is returned; await works at the top level.",
    "要执行的 JavaScript 代码，例如 '2 + 2' 或 '[3, 1, 2].toSorted()'。返回最后一个表达式的值；顶层可以使用 await。",
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
  ['Instead of old_text and new_text: a unified diff for this one file.', '代替 old_text 和 new_text：此文件的统一格式 diff。'],
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
