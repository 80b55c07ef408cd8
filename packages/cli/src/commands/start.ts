import { join } from 'node:path'
import { logFor, openUsageFolder, readGivenConfig, startServer, unknownVariables } from '@parley/server/node'
import { Advice, defineCommand, type Surroundings } from '../command.ts'
import { offerEngine } from '../engine/offer-engine.ts'
import { keepConfig } from '../start/keep-config.ts'
import { openPage } from '../start/open-page.ts'
import { untilAsked } from '../start/until-asked.ts'

export const command = defineCommand({
  usage: [
    ['parley', 'serves the studio and the gateway on http://127.0.0.1:4317'],
    ['parley --port 8080', 'the same, on another port'],
    ['parley --config lab.json', 'with the model servers that a file names'],
  ],
  options: {
    port: { type: 'string', value: '<number>', means: 'where to listen (4317); 0 takes any port that is free' },
    host: { type: 'string', value: '<address>', means: 'where to listen (127.0.0.1); elsewhere only with PARLEY_TOKEN' },
    config: { type: 'string', value: '<file>', means: 'the configuration (parley.config.json in this folder)' },
    open: { type: 'boolean', means: 'opens the studio in the browser' },
    yes: { type: 'boolean', means: 'installs the engine for a file of weights without asking' },
  },
  words: 0,
  note: 'Everything else is set by variables or in the file: the README of @parley/server lists it all.\nCtrl-C, SIGINT and SIGTERM end it: answers under way have ten seconds to finish.\nThe file is read again when it changes, and at SIGHUP where there is no terminal.',
  run: async ({ values }, surroundings) => await serve(values, surroundings),
})

interface Asked {
  readonly port?: string
  readonly host?: string
  readonly config?: string
  readonly open?: true
  readonly yes?: true
  readonly weights?: string
}

export async function serve(
  { port, host, config: file, open, yes, weights }: Asked,
  surroundings: Surroundings,
): Promise<number> {
  const { env: given, page, terminal } = surroundings
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Advice(`--port takes a number from 0 to 65535, not ${port}.`)
  // What stands on the command line is nearer to the person than what stands in the environment.
  const env: Surroundings['env'] = {
    ...given,
    ...(port && { PORT: port }),
    ...(host && { HOST: host }),
    ...(file && { PARLEY_CONFIG: file }),
    ...(weights && { PARLEY_MODEL: weights }),
    ...(yes && { PARLEY_ENGINE: 'install' }),
  }
  const config = await readGivenConfig(env)
  // A person at a terminal has the studio; a log is all that an operator has.
  const usual = process.stderr.isTTY ? 'warn' : 'info'
  const log = logFor(config, usual)
  const tell = (message: string) => log.warn('notice', { message })
  for (const name of unknownVariables(env))
    tell(`${name} is no setting of the server and was ignored. The README of @parley/server lists them all.`)
  if (config.engine.files.length > 0) await offerEngine(config, surroundings)
  const usage = openUsageFolder(join(config.agent.folder, 'usage'), tell)
  const files = env['PARLEY_PAGE'] || (await page())
  const server = await startServer({ config, page: files, log, env, again: againWith(env), usage })
  const letGo = keepConfig({ env, server, log, onChange: (next) => log.adjust({ level: next.log.level ?? usual }) })
  log.info('started', { address: server.address, node: process.version })
  // What is no terminal is a log, and a token in a log is everybody's.
  const isRead = process.stdout.isTTY
  const hint = isRead || server.url === server.address ? '' : ' (add ?token= and the token that the server was given)'
  terminal.out(`Parley is ready: ${isRead ? server.url : server.address}${hint}\n`)
  if (open) openPage(server.url)
  return await untilAsked(async () => {
    letGo()
    log.info('stopping')
    await server.stop()
    log.info('stopped')
  })
}

/** How the same thing is started with another setting: as it was started this time. */
const againWith = (env: Surroundings['env']) => (option: string) =>
  env['npm_lifecycle_event'] === 'start' ? `npm start -- ${option}` : `parley ${option}`
