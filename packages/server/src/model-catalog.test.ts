import { expect, test } from 'vitest'
import { createSpeechRecords } from './choosing/choose-speech.ts'
import { createCatalog } from './model-catalog.ts'

test('whoever looks at the list sees within seconds that a provider has died, and a question does not ask for it each time', async () => {
  let [time, asked, isDead] = [0, 0, false]
  const provider = {
    id: 'night',
    label: 'Night',
    async models() {
      asked += 1
      if (isDead) throw new Error('gone')
      return [{ id: 'owl' }]
    },
    respond: () => {
      throw new Error('not asked')
    },
  }
  const catalog = createCatalog({ providers: [provider], records: createSpeechRecords(), now: () => time })
  expect((await catalog.list()).providers).toMatchObject([{ id: 'night', status: 'up' }])
  isDead = true
  time = 4000
  expect((await catalog.list()).providers).toMatchObject([{ status: 'up' }])
  time = 6000
  await catalog.find('owl', undefined)
  expect(asked).toBe(1)
  const { providers, models, problems } = await catalog.list()
  expect([providers[0]?.status, models.length, problems.length]).toEqual(['down', 0, 1])
})
