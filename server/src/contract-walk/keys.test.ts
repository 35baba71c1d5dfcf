import { KEY_FEEDS } from '@despatch/domain/administration/api-keys/key-rules'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedCalls } from './calls.ts'
import { samples } from './samples.ts'
import { openWorld, type World } from './world.ts'

/** What an API key may call: feeds and their column mappings. */
const FOR_KEYS = [
  'feeds.deliveryEvents',
  'feeds.despatches',
  'feeds.mappings',
  'feeds.orders',
  'feeds.returns',
  'feeds.skus',
  'feeds.stock',
]

let world: World
let access_token: string
beforeAll(async () => {
  world = await openWorld()
  const { ours, portal } = world
  const made = await portal.call(
    contract['api-keys'].create,
    { body: { name: 'Of all feeds', clients: [ours.client], feeds: [...KEY_FEEDS], expiresOn: '' } },
    { ...ours.as, client: ours.client },
  )
  access_token = made.body.key
})
afterAll(() => world.portal.close())

test('these calls accept keys, and change nothing except through feeds', () => {
  const byKey = guardedCalls.filter(({ route }) => route.byKey)
  expect(byKey.map(({ name }) => name).toSorted()).toEqual(FOR_KEYS)
  expect(byKey.filter(({ route }) => route.body !== 'stream' && route.method !== 'GET')).toEqual([])
})

test.each(guardedCalls.filter(({ route }) => !route.byKey).map(({ name, route }) => [name, route] as const))(
  'a key of all feeds does not open %s',
  async (name, route) => {
    const answer = await world.send(route, samples[name]?.(world, world.ours) ?? {}, {
      access_token,
      client: world.ours.client,
    })
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'unauthorized_access', message: expect.stringContaining('API key') },
    })
  },
)
