import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { makeReturnEvent } from '../../testing/returns.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { linesToTry, type TrialLine, ALL_LINES } from './try-lines.ts'

const calls = contract.returns
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** A client with a user who has all permissions. */
async function shop(): Promise<{ client: string; as: SignedIn }> {
  const client = await makeClient(portal.testDatabase)
  return { client, as: await makeSession(portal.testDatabase, { clients: [client] }) }
}

const OPTION = { name: 'Post office', payer: 'retailer', gives: { kind: 'address', address: 'Unit 4' } } as const
const MIND = { code: 'MIND', title: 'Changed my mind' } as const
const ALLOWED = { name: 'A month', outcomes: { answer: { answer: 'allowed' }, until: { days: 30 } } } as const
const refusal = { name: 'Never', outcomes: { answer: { answer: 'refused' } } } as const

/** Adds an item without a kind; its fields imply it. */
const add = (as: SignedIn, body: object, draft?: 'true') =>
  portal.call(calls.add, { body, ...(draft && { query: { draft } }) }, as)

test('items are published at once, recognised by their fields, and changed by field', async () => {
  const { as } = await shop()
  const option = await add(as, OPTION)
  expect(option).toMatchObject({
    status: 200,
    body: { version: 1, item: { kind: 'option', _id: 'option-1', price: '0' } },
  })
  expect((await add(as, MIND)).body).toMatchObject({ version: 2, item: { kind: 'reason', fault: 'shopper' } })
  expect((await add(as, ALLOWED)).body).toMatchObject({ version: 3, item: { kind: 'rule', place: 1 } })
  const changed = await portal.call(calls.update, { body: { _id: 'option-1', price: '2.50', version: 1 } }, as)
  expect(changed.body).toMatchObject({ version: 4, item: { name: 'Post office', price: '2.50' } })
  const late = await portal.call(calls.update, { body: { _id: 'option-1', price: '3.00', version: 1 } }, as)
  expect(late.status).toBe(409)
  const { body } = await portal.call(calls.items, { query: { kind: 'option' } }, as)
  expect(body.rows).toMatchObject([{ _id: 'option-1', price: '2.50', version: 4, draft: null }])
  expect((await portal.call(calls.items, { query: {} }, as)).body.total).toBe(3)
})

test.each([
  [{ title: 'No code' }, 'code'],
  [{ code: 'A B', title: 'Blank' }, 'code'],
  [{ name: 'What' }, 'kind'],
  [{ kind: 'reason', code: 'A', title: 'B', price: '1' }, 'price'],
  [{ kind: 'rule', name: 'A', outcomes: { options: ['option-9'] } }, 'outcomes.options'],
  [{ kind: 'rule', name: 'A', conditions: { reasons: ['NOPE'] } }, 'conditions.reasons'],
  [{ code: 'B', title: 'B', parent: 'NOPE' }, 'parent'],
  // Shoppers pay whole pence.
  [{ ...OPTION, price: '2.505' }, 'price'],
  [{ kind: 'rule', name: 'A', outcomes: { fee: '1.005' } }, 'outcomes.fee'],
])('%j is refused at the field %s', async (body, field) => {
  const { as } = await shop()
  const answer = await add(as, body)
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: field }] } })
})

test('a draft has no effect until it is published, and is hidden from other clients', async () => {
  const [ours, theirs] = [await shop(), await shop()]
  for (const body of [OPTION, MIND, ALLOWED]) await add(ours.as, body, 'true')
  const before = await portal.call(calls.book, {}, ours.as)
  expect(before.body).toMatchObject({ version: 0, draft: { changes: 3, findings: 0 } })
  expect((await portal.call(calls.items, { query: {} }, ours.as)).body.total).toBe(0)
  expect((await portal.call(calls.items, { query: { draft: 'true' } }, theirs.as)).body.total).toBe(0)
  const published = await portal.call(calls.publish, { body: {} }, ours.as)
  expect(published).toMatchObject({ status: 200, body: { version: 1 } })
  expect((await portal.call(calls.book, {}, ours.as)).body).toMatchObject({ version: 1, changes: 3, draft: null })
  expect((await portal.call(calls.publish, { body: {} }, ours.as)).status).toBe(404)
})

test('the second of two concurrent draft changes of an item is refused', async () => {
  const { as } = await shop()
  await add(as, OPTION)
  const change = (price: string, draftAt: string | null) =>
    portal.call(calls.update, { query: { draft: 'true' }, body: { _id: 'option-1', price, version: 1, draftAt } }, as)
  expect((await change('1.00', null)).status).toBe(200)
  expect(await change('2.00', null)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  const { rows } = (await portal.call(calls.items, { query: { draft: 'true' } }, as)).body
  expect(rows).toMatchObject([{ price: '1.00', version: 1, draft: 'changed' }])
  expect((await change('2.00', rows[0]?.draftAt ?? null)).status).toBe(200)
  const remove = (draftAt: string) =>
    portal.call(calls.remove, { query: { id: 'option-1', draft: 'true', version: '1', draftAt } }, as)
  expect((await remove('')).status).toBe(409)
  const now = (await portal.call(calls.items, { query: { draft: 'true' } }, as)).body.rows
  expect((await remove(now[0]?.draftAt ?? '')).status).toBe(200)
})

test('the second of two concurrent draft changes of order or law is refused', async () => {
  const { as } = await shop()
  for (const body of [ALLOWED, { ...ALLOWED, name: 'Another' }]) await add(as, body)
  const query = { draft: 'true' } as const
  const order = (draftAt: string | null, version = 2) =>
    portal.call(calls.reorder, { query, body: { rules: ['rule-2', 'rule-1'], version, draftAt } }, as)
  expect((await order(null, 1)).status).toBe(409)
  expect((await order(null)).status).toBe(200)
  expect((await order(null)).status).toBe(409)
  const { orderDraftAt } = (await portal.call(calls.items, { query }, as)).body
  expect((await order(orderDraftAt)).status).toBe(200)
  const law = (draftAt: string | null) =>
    portal.call(calls.settings, { query, body: { law: 'EU', version: 2, draftAt } }, as)
  expect((await law(null)).status).toBe(200)
  expect((await law(null)).status).toBe(409)
  expect((await law((await portal.call(calls.book, {}, as)).body.lawDraftAt)).status).toBe(200)
})

test('a draft overtaken by a newer version must be saved again before publishing', async () => {
  const { as } = await shop()
  await add(as, OPTION)
  const change = (price: string, version: number, draft?: 'true') =>
    portal.call(calls.update, { body: { _id: 'option-1', price, version }, ...(draft && { query: { draft } }) }, as)
  await change('1.00', 1, 'true')
  await change('2.00', 1)
  const stopped = await portal.call(calls.publish, { body: {} }, as)
  expect(stopped).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^Option “Post office” changed in the live version.* save to the draft again/),
    },
  })
  const { rows } = (await portal.call(calls.items, { query: { draft: 'true' } }, as)).body
  expect(rows).toMatchObject([{ price: '1.00', version: 2, isOvertaken: true }])
  expect((await change('1.00', 2, 'true')).status).toBe(200)
  expect((await portal.call(calls.publish, { body: {} }, as)).body).toMatchObject({ version: 3 })
})

test('a draft changed since it was shown is neither published nor discarded', async () => {
  const { as } = await shop()
  await add(as, OPTION, 'true')
  const shown = (await portal.call(calls.book, {}, as)).body.draft?.at ?? ''
  await add(as, MIND, 'true')
  const says = { message: expect.stringMatching(/has changed the draft. It now has 2 changes/) }
  const stopped = await portal.call(calls.publish, { body: { draftAt: shown } }, as)
  expect(stopped).toMatchObject({ status: 409, body: says })
  expect(await portal.call(calls.discard, { query: { draftAt: shown } }, as)).toMatchObject({ status: 409, body: says })
  const now = (await portal.call(calls.book, {}, as)).body.draft?.at ?? ''
  const published = await portal.call(calls.publish, { body: { draftAt: now } }, as)
  expect(published).toMatchObject({ status: 200, body: { version: 1 } })
})

test('a breach is published only with a stored reason, and versions are brought back', async () => {
  const { as } = await shop()
  for (const body of [OPTION, MIND, ALLOWED]) await add(as, body)
  const refused = await add(as, refusal)
  // Below the allowing rule it breaks nothing.
  expect(refused.status).toBe(200)
  const order = { rules: ['rule-4', 'rule-3'] }
  const stopped = await portal.call(calls.reorder, { body: order }, as)
  expect(stopped).toMatchObject({ status: 422, body: { message: expect.stringContaining('within 14 days') } })
  const forced = await portal.call(calls.reorder, { body: { ...order, overrideReason: 'made to order' } }, as)
  expect(forced).toMatchObject({ status: 200, body: { version: 5 } })
  const { body } = await portal.call(calls.versions, { query: {} }, as)
  expect(body.versions[0]).toMatchObject({
    version: 5,
    overrideReason: 'made to order',
    overridden: [expect.stringContaining('“Never”')],
  })
  const checked = await portal.call(calls.check, { query: {} }, as)
  expect(checked.body.findings[0]).toMatchObject({
    isBreach: true,
    itemId: 'rule-4',
    example: expect.stringContaining('for “Changed my mind”'),
  })
  const back = await portal.call(calls.bringBack, { params: { version: '3' }, body: { version: 5 } }, as)
  expect(back).toMatchObject({ status: 200, body: { version: 6 } })
  const rows = (await portal.call(calls.items, { query: { kind: 'rule' } }, as)).body.rows
  expect(rows.map(({ _id }) => _id)).toEqual(['rule-3'])
})

test('a decision lists every tried rule, and deleting a used code retires it', async () => {
  const { client, as } = await shop()
  const SKU = await makeSku(portal.testDatabase, { client, code: 'MUG' })
  const body = orderBody({ SKU, orderNo: 'A-1' })
  await portal.call(contract.orders.create, { body }, as)
  for (const item of [OPTION, MIND, { ...refusal, conditions: { skus: ['PLATE'], customer: 'trade' } }, ALLOWED])
    await add(as, item)
  const decided = await portal.call(calls.decide, { body: { orderNumber: 'a-1' } }, as)
  expect(decided.body).toMatchObject({
    orderNumber: 'A-1',
    answer: 'allowed',
    deliveredOn: null,
    lines: [
      {
        SKU: 'MUG',
        tried: [
          { name: 'Never', failed: { condition: 'skus', value: 'MUG', limit: 'PLATE' } },
          { name: 'A month', decided: ['answer', 'until'] },
        ],
        options: [{ name: 'Post office', isOffered: true }],
      },
    ],
    parcels: [{ destination: 'returns-centre', lineNumbers: [1] }],
  })
  expect((await portal.call(calls.decide, { body: { orderNumber: 'A-2' } }, as)).status).toBe(404)
  await add(as, { code: 'Damaged', title: 'Damaged' })
  await makeReturnEvent(portal.testDatabase, { client, orderNumber: 'A-1', sku: 'MUG' })
  const removed = await portal.call(calls.remove, { query: { ids: 'reason-2,reason-5' } }, as)
  expect(removed.body).toMatchObject({ deleted: 1, retired: 1 })
  const { rows } = (await portal.call(calls.items, { query: { kind: 'reason' } }, as)).body
  expect(rows).toMatchObject([{ code: 'Damaged', active: false }])
})

test('rules on regions and countries use the delivery address', async () => {
  const { client, as } = await shop()
  const SKU = await makeSku(portal.testDatabase, { client, code: 'MUG' })
  for (const item of [
    OPTION,
    MIND,
    { ...refusal, name: 'Not from Northampton', conditions: { regions: ['NN'] } },
    { ...refusal, name: 'Not from France', conditions: { countries: ['FR'] } },
    ALLOWED,
  ])
    await add(as, { ...item, overrideReason: 'a test' })
  const decided = async (orderNo: string, place: { postCode: string; country?: string }) => {
    await portal.call(contract.orders.create, { body: orderBody({ SKU, orderNo, ...place }) }, as)
    const { body } = await portal.call(calls.decide, { body: { orderNumber: orderNo } }, as)
    return [body.answer, body.lines[0]?.tried.find(({ decided: by }) => by.includes('answer'))?.name]
  }
  expect(await decided('R-1', { postCode: 'NN11 8QR' })).toEqual(['refused', 'Not from Northampton'])
  expect(await decided('R-2', { postCode: 'nn118qr' })).toEqual(['refused', 'Not from Northampton'])
  expect(await decided('R-3', { postCode: 'N1 1AA' })).toEqual(['allowed', 'A month'])
  expect(await decided('R-4', { postCode: '75001', country: 'FR' })).toEqual(['refused', 'Not from France'])
  // A lookalike of a British postcode abroad is none.
  expect(await decided('R-5', { postCode: 'NN11', country: 'IE' })).toEqual(['allowed', 'A month'])
})

test('the draft is tried on past returns', async () => {
  const { client, as } = await shop()
  const SKU = await makeSku(portal.testDatabase, { client, code: 'MUG' })
  await portal.call(contract.orders.create, { body: orderBody({ SKU, orderNo: 'A-1' }) }, as)
  for (const item of [OPTION, { code: 'DAMAGED', title: 'Damaged', fault: 'carrier' }, ALLOWED]) await add(as, item)
  await makeReturnEvent(portal.testDatabase, { client, orderNumber: 'A-1', sku: 'MUG', at: new Date().toISOString() })
  await portal.call(
    calls.update,
    { query: { draft: 'true' }, body: { _id: 'rule-3', outcomes: { answer: { answer: 'review' } } } },
    as,
  )
  const tried = async (over: 'returns' | 'orders') => {
    const { status, body } = await portal.call(calls.try, { body: { weeks: 1, over, reason: 'DAMAGED' } }, as)
    expect(status).toBe(200)
    const now = async () => (await portal.call(calls.tried, { params: { id: body.id } }, as)).body
    await expect.poll(async () => (await now()).status, { timeout: 60_000 }).toBe('Succeeded')
    return (await now()).result
  }
  expect(await tried('returns')).toMatchObject({
    lines: 1,
    changed: 1,
    before: { allowed: 1, review: 0 },
    after: { allowed: 0, review: 1 },
    moves: [{ orderNumber: 'A-1', before: 'Allowed', after: 'Review' }],
  })
  // Nothing of it was despatched, so nothing could come back today.
  expect(await tried('orders')).toMatchObject({ lines: 0, changed: 0 })
})

test('a trial of very many lines reads the same data as a small one', async () => {
  const { client, as } = await shop()
  const SKU = await makeSku(portal.testDatabase, { client, code: 'MUG' })
  const at = new Date().toISOString()
  for (const orderNo of ['B-1', 'B-2', 'B-3'])
    await portal.call(contract.orders.create, { body: orderBody({ SKU, orderNo }) }, as)
  for (const orderNumber of ['B-1', 'B-2'])
    await makeReturnEvent(portal.testDatabase, { client, orderNumber, sku: 'MUG', at })
  await makeParcel(portal.testDatabase, { client, orderNumber: 'B-1', trackingNumber: 'TRIED-1' })
  await makeParcel(portal.testDatabase, { client, orderNumber: 'B-1', trackingNumber: 'TRIED-2' })
  const database = openDatabase({ appUrl: portal.testDatabase.appUrl, connections: 1 })
  const read = (isOfAllOrders: boolean) =>
    database.copying([client], async (connection) => {
      const today = at.slice(0, 10)
      const { sql, parameters } = linesToTry(
        { client, over: 'returns', since: '2020-01-01', today, reason: '' },
        { parcels: true, serials: true, earlier: true, isOfAllOrders },
        ALL_LINES,
      ).compile(db)
      const { rows } = await connection.query<TrialLine>(sql, [...parameters])
      return rows.toSorted((one, other) => one.order_number.localeCompare(other.order_number))
    })
  try {
    const few = await read(false)
    expect(few.map(({ order_number, despatched_on }) => [order_number, despatched_on !== null])).toEqual([
      ['B-1', true],
      ['B-2', false],
    ])
    expect(await read(true)).toEqual(few)
  } finally {
    await database.close()
  }
})
