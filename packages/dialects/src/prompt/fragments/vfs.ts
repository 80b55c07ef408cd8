import type { Toolset } from '../toolset.ts'

export const vfs: Toolset = {
  id: 'vfs',
  tools: ['list_directory', 'read_file', 'write_file', 'edit_file', 'search_files', 'move_file', 'delete_file'],
  fragment: `### TOOL_PROTOCOL: Virtual File System
You have read and write access to a persistent virtual file system (VFS) in the user's browser.
- TOOLS: \`list_directory\`, \`read_file\`, \`write_file\` and, where they are offered, \`edit_file\`, \`search_files\`, \`move_file\`, \`delete_file\`.
- OPERATIONAL_GUIDELINES:
  - **Directory Discovery**: You MUST call \`list_directory\` before attempting to read a file you haven't seen in the current session.
  - **Atomic Writes**: \`write_file\` replaces the whole file. You must provide the full new content; read the file first if you mean to keep parts of it.
  - **Pathing**: Use absolute paths starting with \`/\`. Parent directories are created by a write.
  - The user sees every change as a diff before it happens, and can refuse it or change it. The result says what was done.`,
}
