import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/database.ts'
import { makeClient } from '../../testing/factories.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { claimDelivery, seeActiveClients } from './claim-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'

let on: TestDatabase
let database: Database
let client: string
beforeAll(async () => {
  on = await createTestDatabase()
  database = openDatabase({ appUrl: on.appUrl })
  client = await makeClient(on)
})
beforeEach(() => on.asOwner('delete from webhooks'))
afterAll(async () => {
  await database.close()
  await on.drop()
})

const claim = () =>
  database.transaction(async (transaction) => {
    await seeActiveClients(transaction)
    return (await transaction.write(claimDelivery(new Date()))).map(({ name }) => name)
  })
const busy = async () =>
  (await on.asOwner('select name from webhooks where busy_until > now() order by name')).map(({ name }) => name)

test('claims take one delivery a webhook, and at most four a client', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'off'])
    await on.asOwner(
      `with made as (
         insert into webhooks (client_code, name, url, secret, events, active, created_at, created_by)
         values ($1, $2, 'https://example.com', '', '{order.created}', $2 <> 'off', now(), 'test') returning *
       )
       insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
       select client_code, webhook_id, gen_random_uuid(), 'order.created', now(), '{}', now() from made, generate_series(1, 5000)`,
      [client, name],
    )
  // With and without planner statistics.
  const taken: string[] = []
  for (const known of ['', 'analyze webhooks', 'analyze webhook_deliveries', 'analyze']) {
    if (known) await on.asOwner(known)
    const now = await claim()
    expect(now, known).toHaveLength(1)
    taken.push(...now)
    expect(await busy(), known).toEqual(taken.toSorted())
  }
  expect(await claim()).toEqual([])
  expect(taken.toSorted()).toEqual(['a', 'b', 'c', 'd'])
  await on.asOwner("update webhooks set busy_until = null where name = 'a'")
  expect(await claim()).toEqual(['a'])
})

test.each([200, 410])('a webhook can be deleted while a delivery answered with %i is settled', async (status) => {
  await on.asOwner(
    `with made as (
       insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
       values ($1, 'Shop', 'https://example.com', '', '{order.created}', now(), 'test') returning *
     )
     insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
     select client_code, webhook_id, gen_random_uuid(), 'order.created', now(), '{}', now() - interval '1 second' from made`,
    [client],
  )
  const due = await database.transaction(async (transaction) => {
    await seeActiveClients(transaction)
    return transaction.writeRow(claimDelivery(new Date()))
  })
  if (!due) throw new Error('Nothing was due')

  await on.asOwner('begin')
  await on.asOwner('select from webhooks where client_code = $1 for update', [client])
  const settled = database.transaction(async (transaction) => {
    await seeActiveClients(transaction)
    return settleDelivery(transaction, due, { status, answer: '', tookMs: 1, now: new Date() })
  })
  await waitUntilBlocked(on)
  // Deleting a webhook deletes its deliveries: if settling locked one of them first, both would deadlock.
  await on.asOwner('delete from webhooks where client_code = $1', [client])
  await on.asOwner('commit')
  expect(await settled).toBe(status === 200 ? 'delivered' : 'failed')
  expect(await on.asOwner('select from webhook_deliveries')).toEqual([])
  expect(await on.asOwner('select from audit')).toEqual([])
})
