import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { type FeedPortal, openFeedPortal, smallChunks } from '../testing/feed-portal.ts'
import type { SignedIn } from '../testing/test-portal.ts'

smallChunks()
let on: FeedPortal
let owner: SignedIn & { userId: number }
let key: string
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())
beforeEach(async () => {
  owner = await makeSession(on.portal.testDatabase, { clients: [on.me.client], type: 'Client Administrator' })
  const feeds = ['feeds.ordersFeed' as const]
  const body = { name: `Key ${owner.userId}`, clients: [on.me.client], feeds, expiresOn: '' }
  key = (await on.portal.call(contract['api-keys'].create, { body }, owner)).body.key
})
const sql = (statement: string, values?: unknown[]) => on.portal.testDatabase.asOwner(statement, values)

const HEAD = 'orderNumber,SKU,quantity,unitValue,orderDate'
/** Rows of a part that fill whole chunks; the rest waits for more rows. */
const WRITTEN = 2000
let files = 0
/** A part of a file, longer than a chunk. */
function part(name: string, number: number): string {
  return Array.from({ length: 2500 }, (_, row) => `${name}-${number}-${row},RED,1,4,2026-03-02\n`).join('')
}

/** Starts sending a file with a token, part by part. */
function beginFile(token: string) {
  const name = `F${(files += 1)}`
  const sending = request(`${on.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: token, client: on.me.client, 'content-type': 'text/csv' },
  })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
  })
  sending.write(`${HEAD}\n`)
  const count = async () => {
    const [row] = await sql('select count(*)::int as rows from orders where order_number like $1', [`${name}-%`])
    return Number(row?.['rows'])
  }
  return {
    send: (number: number) => sending.write(part(name, number)),
    end: () => sending.end(),
    answer,
    count,
  }
}

const STOPS: [string, () => Promise<unknown>][] = [
  ['its owner is locked', () => sql('update users set locked = true where user_id = $1', [owner.userId])],
  ['its owner is deactivated', () => sql('update users set active = false where user_id = $1', [owner.userId])],
  ['its owner is deleted', () => sql('delete from users where user_id = $1', [owner.userId])],
  ['it is revoked', () => sql('update api_keys set revoked_at = now() where user_id = $1', [owner.userId])],
]
test.each(STOPS)('a file stops when %s; rows written before stay', async (_why, stop) => {
  const file = beginFile(key)
  file.send(1)
  await expect.poll(file.count, { timeout: 30_000 }).toBe(WRITTEN)
  await stop()
  file.send(2)
  file.send(3)
  file.end()
  const { status, body } = await file.answer
  expect({ status, body }).toMatchObject({ status: 401, body: expect.stringContaining('This API key stopped working') })
  expect(await file.count()).toBe(WRITTEN)
})

test('a user’s file stops when the user is locked', async () => {
  const file = beginFile(owner.token)
  file.send(1)
  await expect.poll(file.count, { timeout: 30_000 }).toBe(WRITTEN)
  await sql('update users set locked = true where user_id = $1', [owner.userId])
  file.send(2)
  file.send(3)
  file.end()
  expect(await file.answer).toMatchObject({ status: 401, body: expect.stringContaining('You can no longer sign in') })
})

test('a key’s file continues when its owner changes role', async () => {
  const file = beginFile(key)
  file.send(1)
  await expect.poll(file.count, { timeout: 30_000 }).toBe(WRITTEN)
  await sql(`update roles set permissions = '{}' where role_id = (select role_id from users where user_id = $1)`, [
    owner.userId,
  ])
  file.send(2)
  file.end()
  expect((await file.answer).status).toBe(200)
  expect(await file.count()).toBe(5000)
})
