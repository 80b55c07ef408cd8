/** Runs before an install, on whatever Node there is: the lock, the packaged Node and the workspaces are npm's. Yarn looks packages up before it asks anybody, so it is pointed here instead (`.yarnrc.yml`). */
const agent = process.env.YARN_IGNORE_PATH ? 'yarn' : (process.env.npm_config_user_agent ?? '')
const [name = ''] = agent.split('/')

if (['pnpm', 'yarn', 'bun', 'cnpm'].includes(name)) {
  console.error(
    `This clone is installed by npm, whose lock pins every package and brings the Node that runs it; ${name} reads neither. Run: npm install\n` +
      `In a project of your own ${name} may install the packages of Parley like any others.`,
  )
  process.exit(1)
}

// npm warns of its own Node (EBADENGINE), which is not the one that runs us wherever we bring one.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isOld = !(major >= 24 || (major === 22 && minor >= 18))
const brings = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`)
if (isOld && brings)
  console.error(`npm may warn that Node ${process.versions.node} is too old: Parley brings a Node of its own and runs on that.`)
else if (isOld)
  console.error(
    `Parley needs Node 22.18 or newer (and not 23) on this machine, and this is ${process.versions.node}. Install a newer Node (nodejs.org has it).`,
  )
