import type { Hands, Step } from './job.ts'

/** All in a shell. */
const shell = (call: (command: string) => Step): Hands => ({
  list: (folder) => call(`ls ${folder}`),
  read: (path) => call(`cat ${path}`),
  edit: (path, { from, to }) => call(`sed -i s/${from}/${to}/ ${path} && echo done`),
  run: (path) => call(`node ${path}`),
})

/** The tools of each guest, by its name. */
export const HANDS: Readonly<Record<string, Hands>> = {
  sdk: {
    list: (folder) => ({ name: 'list_files', input: { folder } }),
    read: (path) => ({ name: 'read_file', input: { path } }),
    edit: (path, { from, to }) => ({ name: 'edit_file', input: { path, from, to } }),
    run: (path) => ({ name: 'run_program', input: { path } }),
  },
  codex: shell((cmd) => ({ name: 'exec_command', input: { cmd } })),
  'codex-patch': {
    ...shell((cmd) => ({ name: 'exec_command', input: { cmd } })),
    edit: (path, { from, to }) => ({
      name: 'apply_patch',
      input: {
        input: [
          '*** Begin Patch',
          `*** Update File: ${path}`,
          '@@',
          `-console.log('token=' + (${from} * 7 + 13))`,
          `+console.log('token=' + (${to} * 7 + 13))`,
          '*** End Patch',
          '',
        ].join('\n'),
      },
    }),
  },
  'claude-code': {
    ...shell((command) => ({ name: 'Bash', input: { command, description: 'a step' } })),
    read: (path) => ({ name: 'Read', input: { file_path: path } }),
  },
  opencode: {
    ...shell((command) => ({ name: 'bash', input: { command, description: 'a step' } })),
    read: (path) => ({ name: 'read', input: { filePath: path } }),
  },
  'qwen-code': {
    ...shell((command) => ({ name: 'run_shell_command', input: { command, description: 'a step', is_background: false } })),
    read: (path) => ({ name: 'read_file', input: { file_path: path } }),
  },
  kimi: shell((command) => ({ name: 'Bash', input: { command, description: 'a step' } })),
  pi: {
    ...shell((command) => ({ name: 'bash', input: { command } })),
    read: (path) => ({ name: 'read', input: { path } }),
  },
  'gemini-cli': {
    ...shell((command) => ({ name: 'run_shell_command', input: { command, description: 'a step' } })),
    read: (path) => ({ name: 'read_file', input: { file_path: path } }),
  },
  cline: shell((command) => ({ name: 'run_commands', input: { commands: [command] } })),
  continue: {
    ...shell((command) => ({ name: 'Bash', input: { command } })),
    read: (path) => ({ name: 'Read', input: { filepath: path } }),
  },
}
