import { type Said, speaker } from '@parley/dialects'

/** What the tools of the house say of a call, and what their arguments mean. */
export const toolWords = {
  'edit.both': 'Give either old_text and new_text, or a patch, not both.',
  'edit.neither': 'Give old_text and new_text, or a patch.',
  'edit.empty': 'old_text is empty. Name the text to replace, or use write_file to write the whole file.',
  'edit.same': 'old_text and new_text are the same, so nothing would change.',
  'edit.patch-unreadable': 'The patch could not be read. Write it as a unified diff with @@ lines, or use old_text and new_text.',
  'edit.patch-files': 'The patch changes more than one file. Send one call for each file.',
  'edit.patch-misfit':
    'Part {part} of the patch does not fit near line {line}. Read the file again and write the patch for what it says now.',
  'file.no-text-edit': '{path} is not a text file, so it cannot be edited.',
  'edit.unchanged': '{problem} Nothing was changed.',
  'file.slash': '{path} ends in a slash, which names a folder. List it, or leave the slash out.',
  'file.no-text-read': '{path} is not a text file ({count} {count|byte|bytes}), so it cannot be read as text.',
  'search.empty': 'The text to look for is empty. Name it, or leave it out to find files by name.',
  'file.folder-named': '{file} is a file, and {path} names a folder. Leave the slash at the end out.',
  'file.changed-by-user':
    'The user changed {path} after you read it. Nothing was written. Read it again and repeat your change on what it says now.',
  'file.names-folder': '{path} names a folder. Write the path of a file, without a slash at the end.',
  'edit.not-found': 'old_text was not found in the file. Read the file again and use what it says now.',
  'edit.not-found-near':
    'old_text was not found in the file. Line {line} is the same except for spaces: copy it exactly. Read the file again and use what it says now.',
  'edit.many': 'old_text was found {count} times, at lines {lines}. Add lines around it until it is unique, or set replace_all.',
  'input.more': 'And {count} more of the kind.',
  'tool.would-fail': 'This would fail: {problem}',
  'tool.run': 'Run JavaScript',
  'tool.read': 'Read file',
  'tool.edit': 'Edit file',
  'tool.write': 'Write file',
  'tool.list': 'List folder',
  'tool.search': 'Search files',
  'tool.move': 'Move',
  'tool.delete': 'Delete',
  'do.search': 'Search',
  'do.list': 'List folder',
  'do.move': 'Move',
  'preview.create': 'Create {path} (new file, {count} {count|line|lines})',
  'preview.replace-binary': 'Replace the binary file {path}',
  'preview.unchanged': 'Write {path} again, unchanged',
  'preview.overwrite': 'Overwrite {path} (+{added} −{removed})',
  'preview.delete': 'Delete {path} ({count} {count|byte|bytes})',
  'preview.delete-folder': 'Delete the folder {path} with {files} {files|file|files} ({bytes} {bytes|byte|bytes})',
  'preview.move': 'Move {path} to {target}',
  'preview.move-folder': 'Move {path} with {files} {files|file|files} to {target}',
  'preview.read': 'Read {path}',
  'preview.read-from': 'Read {path} from line {from}',
  'preview.read-lines': 'Read {path} from line {from} to {last}',
  'preview.list': 'List the folder {path}',
  'preview.find': 'Find files{which} in {path}',
  'preview.search': 'Search for “{text}” in {path}{which}',
  'preview.run': 'Run {count} {count|line|lines} of JavaScript in the sandbox',
  'preview.with': '{first}, {second}',
  'preview.run-files': 'with the files of this conversation',
  'preview.run-host': 'with access to {host}',
  'preview.run-limit': 'for at most {seconds} s',
  'backend.call': 'Call {tool} on the server',
  'backend.no-program': 'Only a program of a conversation on the server can call this tool.',
  'backend.not-shown': 'The server asks about this call for a reason that nobody was shown, so it was not executed: {why}',
  'program.nested': 'A program cannot call {name}: no program runs another one. Do the work in this one.',
  'program.waits-its-turn':
    'Another program has the sandbox, and may be waiting for you in another conversation. This one begins when it is done.',
  'preview.run-tools': 'which may call the other tools',
  'preview.run-session': 'with the variables of earlier programs',
} as const

export const say = speaker(toolWords)

/** What an argument means, as the model is taught it. */
export const fieldWords = {
  'field.write-path': 'The absolute path of the file to write.',
  'field.write-content': 'The text content to write into the file.',
  'field.edit-path': 'The absolute path of the file to change.',
  'field.edit-old-text': 'The exact text to replace, as it stands in the file, with its spaces and line breaks.',
  'field.edit-new-text': 'The text to put in its place. Empty to remove it.',
  'field.edit-replace-all': 'Replace every occurrence. Without it old_text must occur exactly once.',
  'field.edit-patch': 'Instead of old_text and new_text: a unified diff for this one file.',
  'field.delete-path': 'The absolute path of the file or directory to delete.',
  'field.delete-recursive': 'Delete a directory together with everything in it.',
  'field.list-path': "The directory path to list. Defaults to root '/'.",
  'field.move-from': 'The absolute path of the file or directory to move.',
  'field.move-to':
    'The absolute path it shall have. An existing directory, or a path that ends in a slash, takes it in under its old name.',
  'field.read-path': 'The absolute path of the file to read.',
  'field.read-start-line': 'The first line to read, counted from 1. Leave it out to read from the beginning.',
  'field.read-end-line': 'The last line to read. Leave it out to read to the end.',
  'field.read-start-character': 'Continue inside a very long line: the position an earlier answer ended at.',
  'field.search-text': 'Text to look for in the files, taken literally. Leave it out to find files by name only.',
  'field.search-glob': "Which files to look at, e.g. '*.ts', 'src/**/*.tsx' or '*.{js,ts}'. Leave it out for all files.",
  'field.search-path': "The directory to search in, with everything below it. Defaults to root '/'.",
  'field.search-ignore-case': 'Treat small and capital letters as the same.',
  'field.run-code':
    "The JavaScript code to execute. e.g. '2 + 2' or '[3, 1, 2].toSorted()'. The value of the last expression is returned; await works at the top level.",
  'field.run-timeout-ms': 'Stop the program after this many milliseconds. 10000 when left out.',
  'field.run-use-files': 'Set to true to use files.read(path), files.write(path, text), files.list(path) and files.delete(path).',
  'field.run-network-host': 'The one host that fetch may reach. Without it there is no network.',
} as const

export function field(id: keyof typeof fieldWords): Said {
  return { message: fieldWords[id], words: { id } }
}
