import { contract } from '@despatch/contract/contract'
import type { WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpired } from '../../cleanup.ts'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openReceiver, type Receiver } from '../../testing/receiver.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { startWebhookSender } from './send-deliveries.ts'
import { signatureHeader } from './signature.ts'

const { list, create, update, deliveries, attempts, redeliver, replaceSecret, test: sendTest } = contract.webhooks
type NewWebhook = RouteInput<typeof create>['body']
let portal: TestPortal
let receiver: Receiver
let acme: SignedIn & { client: string; userId: number }
let SKU: string

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  receiver = await openReceiver()
  acme = await makeSession(portal.testDatabase)
  SKU = await makeSku(portal.testDatabase, { client: acme.client })
  return () => receiver.close()
})
afterAll(() => portal.close())

let count = 0
const make = async (changes: Partial<NewWebhook> = {}, as: SignedIn = acme) => {
  const body: NewWebhook = {
    name: `Hook ${++count}`,
    url: receiver.url,
    events: ['order.created'],
    active: true,
    ...changes,
  }
  const created = await portal.call(create, { body }, as)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return { ...created.body.webhook, secret: created.body.secret }
}
const order = async () => {
  const created = await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, acme)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  portal.app.services.webhooksQueued()
}
const logOf = async (id: string, query: Record<string, string> = {}) =>
  (await portal.call(deliveries, { params: { id }, query }, acme)).body.deliveries
const selectAttempts = async (id: string, delivery: string, as: SignedIn = acme) =>
  portal.call(attempts, { params: { id, delivery } }, as)
const readWebhook = async (id: string) => (await portal.call(list, { query: { id } }, acme)).body.webhooks[0]
/** Makes waiting retries due, as if time had passed. */
const letTimePass = async (id: string) => {
  await portal.testDatabase.asOwner(
    "update webhook_deliveries set next_attempt_at = now() - interval '1 second' where webhook_id = $1 and status = 'waiting'",
    [id],
  )
  await portal.testDatabase.asOwner('update webhooks set resting_until = null where webhook_id = $1', [id])
  portal.app.services.webhooksQueued()
}
const settled = async (id: string): Promise<WebhookDelivery> => {
  await expect.poll(async () => (await logOf(id))[0]?.attempts).toBeGreaterThan(0)
  return (await logOf(id))[0] ?? expect.fail('there is none')
}

describe('a delivery', () => {
  test('is signed by Standard Webhooks, has no personal data, and is listed', async () => {
    const webhook = await make()
    await order()
    const delivery = await settled(webhook._id)
    const [got] = receiver.received
    expect(receiver.received).toHaveLength(1)
    const id = String(got?.headers['webhook-id'])
    const timestamp = Number(got?.headers['webhook-timestamp'])
    expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60)
    const body = got?.body ?? ''
    expect(got?.headers['webhook-signature']).toBe(signatureHeader([webhook.secret], { id, timestamp, body }))
    expect(JSON.parse(body)).toEqual({
      id,
      event: 'order.created',
      at: delivery.at,
      client: acme.client,
      data: { orderNumber: delivery.subject, version: 1, Status: 'N' },
    })
    expect(delivery).toMatchObject({
      eventId: id,
      status: 'delivered',
      attempts: 1,
      answerStatus: 200,
      answer: 'thanks',
      nextAttemptAt: null,
      body,
    })
    expect(await readWebhook(webhook._id)).toMatchObject({ waiting: 0, failed: 0, failingSince: null })
    expect((await readWebhook(webhook._id))?.lastDeliveredAt).toBeTruthy()
  })

  test('is made only for chosen events of the webhook’s client', async () => {
    const others = await make({ events: ['order.cancelled'] })
    const off = await make({ active: false })
    const wanted = await make()
    const stranger = await makeSession(portal.testDatabase)
    const foreign = await make({}, stranger)
    await order()
    await settled(wanted._id)
    for (const { _id } of [others, off]) expect(await logOf(_id)).toEqual([])
    const [row] = await portal.testDatabase.asOwner(
      'select count(*)::int from webhook_deliveries where webhook_id = $1',
      [foreign._id],
    )
    expect(row).toEqual({ count: 0 })
    expect(receiver.received).toHaveLength(1)
  })

  test('is made for each state of a parcel, including its first', async () => {
    const webhook = await make({ events: ['parcel.delivered'] })
    const first = await make({ events: ['parcel.pending'] })
    const { client } = acme
    await order()
    const [{ order_number: orderNumber } = {}] = await portal.testDatabase.asOwner(
      'select order_number from orders where client_code = $1',
      [client],
    )
    await portal.testDatabase.asOwner(
      `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
       values ($1, 'T-1', 'DPD', $2, now(), now(), '2026-01-05')`,
      [client, orderNumber],
    )
    for (const state of ['in_transit', 'delivered', 'delivered'])
      await portal.testDatabase.asOwner('update parcels set state = $2, state_at = now() where client_code = $1', [
        client,
        state,
      ])
    portal.app.services.webhooksQueued()
    expect(await settled(webhook._id)).toMatchObject({ event: 'parcel.delivered', subject: 'T-1', status: 'delivered' })
    expect(await settled(first._id)).toMatchObject({ event: 'parcel.pending', subject: 'T-1', status: 'delivered' })
    const received = receiver.received.map(({ body }) => JSON.parse(body) as { event: string })
    expect(received.find(({ event }) => event === 'parcel.delivered')).toMatchObject({
      data: { orderNumber, trackingNumber: 'T-1', carrier: 'DPD', state: 'delivered' },
    })
    expect([await logOf(webhook._id), await logOf(first._id)]).toMatchObject([[{}], [{}]])
  })

  test('of a test is sent first, even if the webhook is off', async () => {
    const webhook = await make()
    await portal.testDatabase.asOwner(
      `insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
       select $1, $2, gen_random_uuid(), 'order.created', now(), '{}', now() from generate_series(1, 1000)`,
      [acme.client, webhook._id],
    )
    await portal.testDatabase.asOwner('update webhooks set active = false where webhook_id = $1', [webhook._id])
    const sent = await portal.call(sendTest, { params: { id: webhook._id } }, acme)
    expect(sent.body.message).toBe('A test is already being sent.')
    expect(await settled(webhook._id)).toMatchObject({ event: 'webhook.test', status: 'delivered', subject: '' })
    expect(receiver.received).toHaveLength(1)
    expect(await readWebhook(webhook._id)).toMatchObject({ waiting: 1000, active: false })
  })

  test('is signed with old and new secret for a day after replacement', async () => {
    const webhook = await make()
    const replaced = (await portal.call(replaceSecret, { params: { id: webhook._id } }, acme)).body
    const until = Date.parse(replaced.webhook.oldSecretUntil ?? '')
    expect(until - Date.now()).toBeGreaterThan(86_390_000)
    expect(until - Date.now()).toBeLessThanOrEqual(86_400_000)
    expect((await readWebhook(webhook._id))?.oldSecretUntil).toBe(replaced.webhook.oldSecretUntil)
    const expected = (number: number, secrets: string[]) => {
      const { headers, body } = receiver.received[number] ?? expect.fail('it did not come')
      const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
      expect(headers['webhook-signature']).toBe(signatureHeader(secrets, { id, timestamp, body }))
    }
    await order()
    await settled(webhook._id)
    expected(0, [replaced.secret, webhook.secret])
    await portal.testDatabase.asOwner('update webhooks set old_secret_until = now() where webhook_id = $1', [
      webhook._id,
    ])
    expect((await readWebhook(webhook._id))?.oldSecretUntil).toBeNull()
    await order()
    await expect.poll(() => receiver.received.length).toBe(2)
    expected(1, [replaced.secret])
  })
})

describe('a failed delivery', () => {
  test('is retried with the same id and body while the receiver pauses', async () => {
    const webhook = await make()
    receiver.answers(() => ({ status: 500, body: 'a \u0000 fault\n<b>here</b>' }))
    await order()
    const failed = await settled(webhook._id)
    expect(failed).toMatchObject({ status: 'waiting', attempts: 1, answerStatus: 500, answer: 'a  fault\n<b>here</b>' })
    const wait = Date.parse(failed.nextAttemptAt ?? '') - Date.parse(failed.lastAttemptAt ?? '')
    expect(wait).toBeGreaterThanOrEqual(24_000)
    expect(wait).toBeLessThanOrEqual(36_000)
    expect((await readWebhook(webhook._id))?.failingSince).toBeTruthy()
    receiver.answers(() => ({ status: 204 }))
    await letTimePass(webhook._id)
    await expect.poll(async () => (await logOf(webhook._id))[0]?.status).toBe('delivered')
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(await readWebhook(webhook._id)).toMatchObject({ failingSince: null })
  })

  test('delays later ones only by its receiver’s pause', async () => {
    const webhook = await make()
    receiver.answers(({ body }) => ({
      status: JSON.parse(body).data.version === 1 && receiver.received.length === 1 ? 500 : 200,
    }))
    await order()
    await settled(webhook._id)
    await order()
    await portal.testDatabase.asOwner('update webhooks set resting_until = null where webhook_id = $1', [webhook._id])
    portal.app.services.webhooksQueued()
    await expect
      .poll(async () => (await logOf(webhook._id)).map(({ status }) => status))
      .toEqual(['delivered', 'waiting'])
  })

  test('is given up after a day; redelivery keeps its id', async () => {
    const webhook = await make()
    receiver.answers(() => ({ status: 503 }))
    await order()
    await settled(webhook._id)
    await portal.testDatabase.asOwner(
      "update webhook_deliveries set queued_at = now() - interval '25 hours' where webhook_id = $1",
      [webhook._id],
    )
    await letTimePass(webhook._id)
    await expect.poll(async () => (await logOf(webhook._id))[0]?.status).toBe('failed')
    expect(await readWebhook(webhook._id)).toMatchObject({ waiting: 0, failed: 1 })
    expect(await logOf(webhook._id, { status: 'delivered' })).toEqual([])
    receiver.answers(() => ({ status: 200 }))
    const params = { id: webhook._id }
    const again = await portal.call(redeliver, { params, body: { deliveries: 'failed' } }, acme)
    expect(again).toMatchObject({
      status: 200,
      body: { redelivered: 1, message: '1 delivery is on the way again.' },
    })
    await expect.poll(async () => (await logOf(webhook._id))[0]?.status).toBe('delivered')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const nothing = await portal.call(redeliver, { params, body: { deliveries: 'failed' } }, acme)
    expect(nothing.status).toBe(422)
    const [{ _id: delivery } = { _id: '' }] = await logOf(webhook._id)
    expect((await portal.call(redeliver, { params, body: { deliveries: [delivery, '999999'] } }, acme)).status).toBe(
      404,
    )
    expect((await portal.call(redeliver, { params, body: { deliveries: [delivery] } }, acme)).status).toBe(200)
    await expect.poll(() => receiver.received.length).toBe(4)
    await expect.poll(async () => (await selectAttempts(webhook._id, delivery)).body.attempts.length).toBe(4)
    const tries = (await selectAttempts(webhook._id, delivery)).body.attempts
    expect(tries).toMatchObject([
      { attempt: 4, answerStatus: 200, answer: '', byHand: true },
      { attempt: 3, answerStatus: 200, answer: '', byHand: true },
      { attempt: 2, answerStatus: 503, answer: '', byHand: false },
      { attempt: 1, answerStatus: 503, answer: '', byHand: false },
    ])
    const times = tries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(tries.every(({ tookMs }) => tookMs >= 0)).toBe(true)
    const acts = await portal.testDatabase.asOwner(
      "select count(*)::int from audit where record = $1 and act = 'webhook.redelivered' and user_id = $2",
      [`webhook:${webhook._id}`, acme.userId],
    )
    expect(acts).toEqual([{ count: 2 }])
  })

  test('keeps its newest 50 attempts, visible to its client only', async () => {
    const webhook = await make()
    const other = await make()
    receiver.answers(() => ({ status: 500 }))
    await order()
    const { _id: delivery } = await settled(webhook._id)
    await portal.testDatabase.asOwner(
      `insert into webhook_attempts (client_code, delivery_id, attempt, at, answer, took_ms)
       select client_code, delivery_id, number, at, '', 1 from webhook_attempts, generate_series(2, 50) as number
       where delivery_id = $1`,
      [delivery],
    )
    await letTimePass(webhook._id)
    const remaining = async () =>
      (await selectAttempts(webhook._id, delivery)).body.attempts.map(({ attempt }: { attempt: number }) => attempt)
    await expect.poll(remaining).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index))
    const count = () =>
      portal.testDatabase.asOwner('select count(*)::int from webhook_attempts where delivery_id = $1', [delivery])
    expect(await count()).toEqual([{ count: 50 }])
    const none = { status: 404, body: { message: expect.stringContaining('is not of this webhook') } }
    expect(await selectAttempts(other._id, delivery)).toMatchObject(none)
    expect(await selectAttempts(webhook._id, delivery, await makeSession(portal.testDatabase))).toMatchObject(none)
    await portal.call(contract.webhooks.remove, { query: { id: webhook._id } }, acme)
    expect(await count()).toEqual([{ count: 0 }])
  })

  test('with 410 switches the webhook off with a reason and audit row', async () => {
    const webhook = await make()
    receiver.answers(() => ({ status: 410 }))
    await order()
    expect(await settled(webhook._id)).toMatchObject({ status: 'failed', answerStatus: 410 })
    const off = await readWebhook(webhook._id)
    expect(off).toMatchObject({ active: false, version: 2, offReason: expect.stringContaining('410 Gone') })
    const [audited] = await portal.testDatabase.asOwner(
      "select by_name, user_id from audit where record = $1 and act = 'webhook.amended'",
      [`webhook:${webhook._id}`],
    )
    expect(audited).toEqual({ by_name: 'Despatch', user_id: null })
    const { name, url, events } = webhook
    const body = { _id: webhook._id, version: 2, name, url, events, active: true }
    expect((await portal.call(update, { body }, acme)).body.webhook).toMatchObject({ active: true, offReason: '' })
  })

  test('reports redirects, refused connections and unknown hosts in words', async () => {
    const elsewhere = await openReceiver()
    receiver.answers(() => ({ status: 302, headers: { location: elsewhere.url } }))
    const redirecting = await make()
    await order()
    expect(await settled(redirecting._id)).toMatchObject({
      status: 'waiting',
      answerStatus: 302,
      answer: `It leads to ${elsewhere.url}, and is not followed: give the address that takes deliveries itself`,
    })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
    const closed = await make({ url: elsewhere.url })
    await portal.call(sendTest, { params: { id: closed._id } }, acme)
    expect(await settled(closed._id)).toMatchObject({
      answerStatus: null,
      answer: 'The connection was refused',
    })
  })

  test('keeps 2 kB of a long answer', async () => {
    const webhook = await make()
    receiver.answers(() => ({ status: 200, body: 'x'.repeat(5_000_000) }))
    await order()
    expect((await settled(webhook._id)).answer).toHaveLength(2048)
  })
})

describe('sending', () => {
  test('goes one at a time to each webhook, in order of events', async () => {
    let [atOnce, most] = [0, 0]
    receiver.answers(async () => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setTimeout(resolve, 20))
      atOnce--
      return { status: 200 }
    })
    const webhook = await make()
    const other = startWebhookSender({
      database: portal.database,
      secrets: portal.app.services.secrets,
      rules: portal.app.services.webhookAddresses,
      log: { warn() {}, error() {} },
    })
    for (let at = 0; at < 12; at++) {
      await order()
      other.wake()
    }
    await expect.poll(() => receiver.received.length).toBe(12)
    await other.stop()
    const eventIds = (await logOf(webhook._id)).map(({ eventId }) => eventId).toReversed()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(eventIds)
    expect(most).toBe(1)
  })

  test('is not delayed by another slow receiver', async () => {
    const slow = await openReceiver()
    slow.answers(() => ({ status: 200, isHung: true }))
    await make({ url: slow.url })
    const quick = await make()
    await order()
    await settled(quick._id)
    await expect.poll(() => slow.received.length).toBe(1)
    await slow.close()
  })

  test('is not delayed by another client’s slow receivers', async () => {
    const slow = await openReceiver()
    slow.answers(() => ({ status: 200, isHung: true }))
    for (let number = 0; number < 18; number++) await make({ url: slow.url })
    const other = await makeSession(portal.testDatabase)
    const quick = await make({}, other)
    await order()
    await expect.poll(() => slow.received.length).toBe(4)
    await portal.call(sendTest, { params: { id: quick._id } }, other)
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(slow.received).toHaveLength(4)
    await slow.close()
  })

  test('repeats a killed server’s delivery with the same id', async () => {
    const webhook = await make()
    receiver.answers(() => ({ status: 500 }))
    await order()
    await settled(webhook._id)
    // As after a kill -9: claimed by a dead server and not settled.
    await portal.testDatabase.asOwner(
      "update webhooks set busy_until = now() + interval '30 minutes', resting_until = null where webhook_id = $1",
      [webhook._id],
    )
    receiver.answers(() => ({ status: 200 }))
    await letTimePass(webhook._id)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(1)
    await portal.testDatabase.asOwner('update webhooks set busy_until = now() where webhook_id = $1', [webhook._id])
    portal.app.services.webhooksQueued()
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('keeps deliveries for 30 days', async () => {
    const webhook = await make()
    for (const days of [31, 29])
      await portal.testDatabase.asOwner(
        `insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, status, next_attempt_at, queued_at)
         values ($1, $2, gen_random_uuid(), 'order.created', now(), '{}', 'delivered', now(), now() - make_interval(days => $3))`,
        [acme.client, webhook._id, days],
      )
    await portal.testDatabase.asOwner(
      `insert into webhook_attempts (client_code, delivery_id, attempt, at, answer, took_ms)
       select client_code, delivery_id, 1, queued_at, '', 1 from webhook_deliveries where webhook_id = $1`,
      [webhook._id],
    )
    await removeExpired(portal.database, new Date())
    const [{ _id: delivery } = { _id: '' }, ...others] = await logOf(webhook._id)
    expect(others).toEqual([])
    const tries = 'select delivery_id::text from webhook_attempts where client_code = $1'
    expect(await portal.testDatabase.asOwner(tries, [acme.client])).toEqual([{ delivery_id: delivery }])
  })

  test('sends nothing for closed clients', async () => {
    const webhook = await make()
    await portal.testDatabase.asOwner('update clients set active = false where client_code = $1', [acme.client])
    await portal.testDatabase.asOwner(
      `insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
       values ($1, $2, gen_random_uuid(), 'order.created', now(), '{}', now())`,
      [acme.client, webhook._id],
    )
    const open = await makeClient(portal.testDatabase)
    const other = await makeSession(portal.testDatabase, { clients: [open] })
    const probe = await make({}, other)
    await portal.call(sendTest, { params: { id: probe._id } }, other)
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ client: open })
  })
})
