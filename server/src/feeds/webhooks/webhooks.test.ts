import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { csv } from '../../testing/feed-portal.ts'
import { orderBody } from '../../testing/order-body.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, create, update, remove, deliveries, redeliver, replaceSecret, test: sendTest } = contract.webhooks
type NewWebhook = RouteInput<typeof create>['body']
let portal: TestPortal
let acme: SignedIn & { client: string; userId: number }
let birch: SignedIn & { client: string; userId: number }

beforeAll(async () => {
  portal = await openTestPortal({ webhookAllow: [] })
})
beforeEach(async () => {
  acme = await makeSession(portal.testDatabase)
  birch = await makeSession(portal.testDatabase)
})
afterAll(() => portal.close())

const body = (changes: Partial<NewWebhook> = {}): NewWebhook => ({
  name: 'Shop',
  url: 'https://hooks.invalid/hooks?token=s3cret',
  events: ['order.created', 'parcel.delivered'],
  active: true,
  ...changes,
})
const make = async (changes: Partial<NewWebhook> = {}) => {
  const created = await portal.call(create, { body: body(changes) }, acme)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return created.body
}
const audited = (id: string) =>
  portal.testDatabase.asOwner('select act, before, after from audit where record = $1 order by audit_id', [
    `webhook:${id}`,
  ])

describe('creating, changing and deleting', () => {
  test('the secret is only in the answer, and sealed in the database', async () => {
    const { webhook, secret, message } = await make()
    expect(message).toBe('Data added successfully.')
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({ name: 'Shop', version: 1, waiting: 0, failed: 0, failingSince: null })
    const listed = await portal.call(list, { query: {} }, acme)
    expect(listed.body).toEqual({ webhooks: [webhook], total: 1 })
    const [stored] = await portal.testDatabase.asOwner('select secret from webhooks where webhook_id = $1', [
      webhook._id,
    ])
    expect(String(stored?.['secret'])).not.toContain(secret)
    const visible = JSON.stringify([await audited(webhook._id), listed.body])
    expect(visible).not.toContain(secret)
    // The audit has only the host of the URL, because its path is often secret too.
    expect(JSON.stringify(await audited(webhook._id))).toContain('https://hooks.invalid"')
  })

  test('a client has at most twenty', async () => {
    await portal.testDatabase.asOwner(
      `insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
       select $1, 'Shop ' || n, 'https://hooks.invalid/', 'x', '{order.created}', now(), 'test' from generate_series(2, 20) n`,
      [acme.client],
    )
    await make()
    const full = { status: 422, body: { message: 'A client has at most 20 webhooks. Change or delete one instead.' } }
    expect(await portal.call(create, { body: body({ name: 'More' }) }, acme)).toMatchObject(full)
    expect((await portal.call(create, { body: body({ name: 'More' }) }, birch)).status).toBe(200)
  })

  test('of two concurrent changes one is refused with a conflict', async () => {
    const { webhook } = await make()
    const changed = { ...body({ url: 'https://hooks.invalid/elsewhere' }), _id: webhook._id, version: 1 }
    const answers = await Promise.all([1, 2].map(() => portal.call(update, { body: changed }, acme)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict' })
    const listedAgain = await portal.call(list, { query: { id: webhook._id } }, acme)
    expect(listedAgain.body.webhooks).toMatchObject([{ version: 2, url: changed.url }])
    expect((await audited(webhook._id)).at(-1)).toMatchObject({
      act: 'webhook.amended',
      before: { url: 'https://hooks.invalid' },
      after: { url: 'https://hooks.invalid (another path)' },
    })
  })

  test('a new secret replaces the old one', async () => {
    const { webhook, secret } = await make()
    const replaced = await portal.call(replaceSecret, { params: { id: webhook._id } }, acme)
    expect(replaced.status).toBe(200)
    expect(replaced.body.secret).not.toBe(secret)
  })

  test('a waiting test does not block deleting its webhook', async () => {
    const { asOwner } = portal.testDatabase
    const { webhook } = await make()
    await asOwner('begin')
    await asOwner('select from webhooks where webhook_id = $1 for no key update', [webhook._id])
    const sent = portal.call(sendTest, { params: { id: webhook._id } }, acme)
    await waitUntilBlocked(portal.testDatabase)
    await asOwner('select from webhooks where webhook_id = $1 for update nowait', [webhook._id])
    await asOwner('delete from webhooks where webhook_id = $1', [webhook._id])
    await asOwner('commit')
    expect((await sent).status).toBe(404)
  })

  test('several are deleted together with their deliveries, or none', async () => {
    const [one, two] = [await make({ name: 'One' }), await make({ name: 'Two' })]
    await portal.call(sendTest, { params: { id: one.webhook._id } }, acme)
    const ids = `${one.webhook._id},${two.webhook._id}`
    expect((await portal.call(remove, { query: { ids: `${ids},999999` } }, acme)).status).toBe(404)
    expect(await portal.call(remove, { query: { ids } }, acme)).toMatchObject({ status: 200, body: { deleted: 2 } })
    expect((await portal.call(list, { query: {} }, acme)).body.total).toBe(0)
    const left = await portal.testDatabase.asOwner('select from webhook_deliveries where client_code = $1', [
      acme.client,
    ])
    expect(left).toEqual([])
  })

  test('an order saved while a webhook is deleted is reported to the others', async () => {
    const { asOwner } = portal.testDatabase
    const [deleted, other] = [await make({ name: 'Gone' }), await make({ name: 'Other' })]
    const SKU = await makeSku(portal.testDatabase, { client: acme.client })
    await asOwner('begin')
    await asOwner('delete from webhooks where webhook_id = $1', [deleted.webhook._id])
    const ordering = portal.call(contract.orders.create, { body: orderBody({ SKU }) }, acme)
    await waitUntilBlocked(portal.testDatabase)
    await asOwner('commit')
    const ordered = await ordering
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(200)
    const saved = await asOwner('select webhook_id::text as id, event from webhook_deliveries where client_code = $1', [
      acme.client,
    ])
    expect(saved).toEqual([{ id: other.webhook._id, event: 'order.created' }])
  })

  test('rows fed while a webhook is deleted are reported to the others', async () => {
    const { asOwner } = portal.testDatabase
    const numbers = Array.from({ length: 60 }, (_, at) => `O-${at}`)
    const feeds = [
      ['orders', 'order.created', 'orderNumber,SKU,quantity', (number: string) => [number, 'MUG', 1]],
      [
        'despatches',
        'parcel.pending',
        'orderNumber,trackingNumber,carrier',
        (number: string) => [number, `T${number}`, 'DPD'],
      ],
    ] as const
    const { webhook: other } = await make({ name: 'Other', events: ['order.created', 'parcel.pending'] })
    for (const [feed, event, header, rowOf] of feeds) {
      const deleted = await make({ name: 'Gone', events: [event] })
      await asOwner('begin')
      await asOwner('delete from webhooks where webhook_id = $1', [deleted.webhook._id])
      const feeding = fetch(`${portal.url}/api/feeds/${feed}`, {
        method: 'POST',
        headers: { access_token: acme.token, client: acme.client, 'content-type': 'text/csv' },
        body: csv(numbers.map(rowOf), header),
      })
      await waitUntilBlocked(portal.testDatabase)
      await asOwner('commit')
      const fed = await feeding
      const answer = await fed.json()
      expect([fed.status, answer]).toMatchObject([200, { summary: { created: 60, refused: 0 }, refused: [] }])
      const saved = await asOwner(
        `select webhook_id::text as id, count(*)::int as told from webhook_deliveries where client_code = $1 and event = $2 group by 1`,
        [acme.client, event],
      )
      expect(saved).toEqual([{ id: other._id, told: 60 }])
    }
    const [stored] = await asOwner(
      `select (select count(*)::int from orders where client_code = $1) as orders,
         (select count(*)::int from parcels where client_code = $1) as parcels`,
      [acme.client],
    )
    expect(stored).toEqual({ orders: 60, parcels: 60 })
  })

  test.each([
    ['http://example.com', 'https://'],
    ['https://localhost/x', 'private network'],
    ['https://10.0.0.1/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://[::ffff:7f00:1]/', 'private network'],
    ['https://2130706433/', 'private network'],
    ['https://0x7f.1/', 'private network'],
    ['https://169.254.169.254/latest/meta-data', 'private network'],
    ['not an address', 'looks like'],
  ])('%s is refused as a URL', async (url, words) => {
    const answer = await portal.call(create, { body: body({ url }) }, acme)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url', message: expect.stringContaining(words) }] },
    })
  })

  test('a name is unique for a client in any case', async () => {
    const { webhook } = await make({ name: 'One' })
    const second = await make({ name: 'Two' })
    const taken = { status: 409, body: { code: 'already_exists', fields: [{ path: 'name' }] } }
    expect(await portal.call(create, { body: body({ name: 'ONE' }) }, acme)).toMatchObject(taken)
    const renamed = { ...body({ name: 'one' }), _id: second.webhook._id, version: 1 }
    expect(await portal.call(update, { body: renamed }, acme)).toMatchObject(taken)
    expect((await portal.call(create, { body: body({ name: webhook.name }) }, birch)).status).toBe(200)
  })
})

test('another client’s webhook is not found by any call', async () => {
  const { webhook } = await make()
  const params = { id: webhook._id }
  const refused = [
    await portal.call(list, { query: { id: webhook._id } }, birch),
    await portal.call(update, { body: { ...body(), _id: webhook._id, version: 1 } }, birch),
    await portal.call(remove, { query: { id: webhook._id } }, birch),
    await portal.call(replaceSecret, { params }, birch),
    await portal.call(sendTest, { params }, birch),
    await portal.call(deliveries, { params, query: {} }, birch),
    await portal.call(redeliver, { params, body: { deliveries: 'failed' } }, birch),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await portal.call(list, { query: {} }, birch)).body.total).toBe(0)
})

test('the list is sorted, searched and paged', async () => {
  for (const name of ['b', 'C', 'a']) await make({ name })
  const names = async (query: Record<string, string>) =>
    (await portal.call(list, { query }, acme)).body.webhooks.map(({ name }) => name)
  expect(await names({})).toEqual(['a', 'b', 'C'])
  expect(await names({ sort: 'createdAt', desc: 'true', limit: '1' })).toEqual(['a'])
  expect(await names({ search: 'HOOKS.invalid', page: '2', limit: '2' })).toEqual(['C'])
})
