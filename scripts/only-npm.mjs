/** Runs before an install, on whatever Node there is: the lock, the packaged Node and the workspaces are npm's. */
const agent = process.env.npm_config_user_agent ?? ''
const [name = ''] = agent.split('/')

if (['pnpm', 'yarn', 'bun', 'cnpm'].includes(name)) {
  console.error(
    `This clone is installed by npm, whose lock pins every package and brings the Node that runs it; ${name} reads neither. Run: npm install\n` +
      `In a project of your own ${name} may install the packages of Parley like any others.`,
  )
  process.exit(1)
}
