import { contract } from '@despatch/contract/contract'
import { describe, expect, test } from 'vitest'
import { returnsDesk } from '../../testing/returns/returns-desk.ts'

const { refund, record } = contract['announced-returns']

const { announced, feed, freeAndPaid, marked, on, onHand, order, read, refunded, returnable } = returnsDesk()

describe('events of one piece in any order refund it once', () => {
  const RESTOCKED = { pieces: { restocked: 1 }, owed: 1 }
  test.each<[string, readonly (readonly [string, string])[], object]>([
    [
      'in one file as they happened',
      [
        ['received', '06:00'],
        ['inspected', '07:00'],
        ['restocked', '08:00'],
      ],
      RESTOCKED,
    ],
    [
      'the newest first',
      [
        ['restocked', '08:00'],
        ['inspected', '07:00'],
        ['received', '06:00'],
      ],
      RESTOCKED,
    ],
    [
      'a late scan of the way',
      [
        ['received', '08:00'],
        ['in transit', '06:00'],
      ],
      { pieces: { received: 1 }, owed: 1 },
    ],
    [
      'an older quarantine',
      [
        ['restocked', '08:00'],
        ['quarantined', '07:00'],
      ],
      RESTOCKED,
    ],
    [
      'said again later',
      [
        ['received', '06:00'],
        ['received', '09:00'],
      ],
      { pieces: { received: 1 }, owed: 1 },
    ],
  ])('%s, in one file and in separate files', async (title, reported, there) => {
    for (const files of [[reported], reported.map((one) => [one])]) {
      const of = await order(`ANY-${title}-${files.length}`.replaceAll(' ', '-'), 1)
      const before = (await onHand(of.sku))['SELLABLE'] ?? 0
      const reference = await announced(of.orderNumber, 1)
      for (const file of files) await feed(reference, of, file)
      expect(await read(reference)).toMatchObject({ ...there, dueOn: '2026-04-03' })
      const isStocked = reported.some(([event]) => event === 'restocked')
      expect(await onHand(of.sku)).toMatchObject({ SELLABLE: before + (isStocked ? 1 : 0) })
      expect((await onHand(of.sku))['QUARANTINE'] ?? 0).toBe(0)
      expect((await refunded(reference, '5.00', 2)).status).toBe(422)
    }
  })
})

test('the shopper gets one arrival mail, in any order of events', async () => {
  const rows = [
    ['received', '06:00'],
    ['inspected', '07:00'],
    ['restocked', '08:00'],
  ] as const
  for (const [at, reported] of [rows, rows.toReversed(), rows.slice(2)].entries()) {
    const of = await order(`TOLD-${at}`, 1)
    const reference = await announced(of.orderNumber, 1)
    for (const one of reported) await feed(reference, of, [one])
    const mails = await on().rows(
      `select step from return_mails where client_code = $1 and return_reference = '${reference}' order by step_number`,
    )
    expect(mails).toEqual([{ step: 'announced' }, { step: 'received' }])
  }
})

test('repeated events are noted, and webhooks do not report them again', async () => {
  const body = {
    name: 'Returns',
    url: 'https://hooks.example.com/again',
    events: ['return.received' as const],
    active: true,
  }
  await on().portal.call(contract.webhooks.create, { body }, on().me)
  const of = await order('NOTED', 1)
  const reference = await announced('NOTED', 1)
  await marked(reference, 'received')
  expect(await feed(reference, of, [['received', '10:00']])).toMatchObject({
    created: 0,
    unchanged: 1,
    noted: { 'These rows repeat known events and changed nothing': 1 },
  })
  const deliveries = await on().rows(
    `select payload->>'returnReference' as reference from webhook_deliveries where client_code = $1`,
  )
  expect(deliveries).toEqual([{ reference }])
})

describe('events from staff and feed about one piece', () => {
  test('receive a piece once, in either order', async () => {
    const of = await order('DESK-1', 3)
    const first = await announced('DESK-1', 1)
    const other = await announced('DESK-1', 1)
    await marked(first, 'received')
    await feed(first, of, [['received', '']])
    expect(await read(first)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
    expect(await read(other)).toMatchObject({ pieces: { announced: 1 }, owed: 0, dueOn: null })
    expect(await returnable('DESK-1')).toEqual([1])
    await feed(other, of, [['received', '']])
    expect((await marked(other, 'received')).status).toBe(422)
    expect(await read(other)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
  })
  test('let the feed report both pieces after staff reported one', async () => {
    const of = await order('DESK-2', 2)
    const reference = await announced('DESK-2', 2)
    await marked(reference, 'received')
    await feed(reference, of, [['received', '10:00']])
    expect(await read(reference)).toMatchObject({ pieces: { announced: 1, received: 1 }, owed: 1 })
    await feed(reference, of, [['received', '11:00']])
    expect(await read(reference)).toMatchObject({ pieces: { received: 2 }, owed: 2 })
  })
  test('keep a refund by staff apart from another return’s refund', async () => {
    const of = await order('DESK-3', 2)
    const [first, other] = [await announced('DESK-3', 1), await announced('DESK-3', 1)]
    await feed(first, of, [['received', '08:00']])
    await feed(other, of, [['received', '08:00']])
    expect((await refunded(first, '5.00', 1, { reason: 'As agreed' })).status).toBe(200)
    await feed(first, of, [['refunded', '10:00']])
    expect(await read(first)).toMatchObject({ pieces: { refunded: 1 }, owed: 0, dueOn: null })
    expect(await read(other)).toMatchObject({ pieces: { received: 1 }, owed: 1, state: 'received' })
  })
})

describe('a piece put back, quarantined and put back again counts once', () => {
  const AND_BACK = [
    ['restocked', '08:00'],
    ['quarantined', '09:00'],
    ['restocked', '10:00'],
  ] as const
  test('in an announced return, without changing other returns', async () => {
    const of = await order('BACK-1', 3)
    const before = (await onHand(of.sku))['SELLABLE'] ?? 0
    const [reference, other] = [await announced('BACK-1', 1), await announced('BACK-1', 1)]
    for (const one of AND_BACK) await feed(reference, of, [one])
    expect(await onHand(of.sku)).toMatchObject({ SELLABLE: before + 1, QUARANTINE: 0 })
    expect(await read(reference)).toMatchObject({ pieces: { restocked: 1 }, owed: 1 })
    expect(await read(other)).toMatchObject({ pieces: { announced: 1 }, owed: 0 })
    expect(await returnable('BACK-1')).toEqual([1])
  })
  test('in a return only from the feed, in any order', async () => {
    for (const [at, reported] of [AND_BACK, AND_BACK.toReversed(), [AND_BACK[2], AND_BACK[0], AND_BACK[1]]].entries()) {
      const of = await order(`BACK-2-${at}`, 3)
      const before = (await onHand(of.sku))['SELLABLE'] ?? 0
      const reference = `WH-BACK-${at}`
      for (const one of reported) await feed(reference, of, [one])
      expect(await onHand(of.sku), String(at)).toMatchObject({ SELLABLE: before + 1, QUARANTINE: 0 })
      expect(await returnable(of.orderNumber)).toEqual([2])
    }
  })
})

test('pieces belong to the announced line if a SKU is on free and paid lines', async () => {
  const { sku } = await freeAndPaid('FREE-1')
  const paid = await announced('FREE-1', 2, { lineNumber: 2 })
  expect(await returnable('FREE-1', 2)).toEqual([1, 0])
  await feed(paid, { orderNumber: 'FREE-1', sku }, [['received', '08:00', 2]])
  const free = await announced('FREE-1', 1)
  await feed(free, { orderNumber: 'FREE-1', sku }, [['received', '08:00']])
  const all = [{ lineNumber: 2, quantity: 2 }]
  const ofPaid = { params: { reference: paid }, body: { lines: all, amount: '20.00' } }
  expect((await on().portal.send(refund, ofPaid, on().me)).status).toBe(200)
  expect((await refunded(free, '10.00')).status).toBe(422)
  expect((await refunded(free, '0.00')).status).toBe(200)
})

describe('a refund is limited to the amount paid', () => {
  test('and a smaller one needs a reason', async () => {
    const of = await order('LESS-1', 2)
    const reference = await announced('LESS-1', 2)
    await feed(reference, of, [['received', '08:00', 2]])
    const value = (await on().portal.call(record, { params: { reference } }, on().me)).body.details[0]?.pieceValue ?? ''
    for (const amount of ['0.00', (2 * Number(value) - 0.01).toFixed(2)])
      expect(await refunded(reference, amount, 2)).toMatchObject({
        status: 422,
        body: {
          message: `Of what was paid for these items, £${(2 * Number(value)).toFixed(2)} is left to refund. Give a reason to refund less.`,
        },
      })
    // The reason for a fee does not explain why the rest is not refunded.
    expect(await refunded(reference, '0.00', 1, { deduction: '0.50', reason: 'Returns fee' })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/Deduct everything you don’t refund, and give a reason\.$/) as string },
    })
    expect((await refunded(reference, '0.00', 1, { reason: 'Broken by the customer' })).status).toBe(200)
    const { body } = await on().portal.call(record, { params: { reference } }, on().me)
    expect(body.paid).toMatchObject({ refunded: '0.00', lines: [{ bought: 2, refunded: 1, elsewhere: 0 }] })
    const off = { deduction: '0.50', reason: 'A scratch' }
    expect((await refunded(reference, (Number(value) - 0.5).toFixed(2), 1, off)).status).toBe(200)
  })
  test('unless staff give a reason, which is saved', async () => {
    const of = await order('PAID-1', 2)
    const reference = await announced('PAID-1', 2)
    await feed(reference, of, [['received', '08:00', 2]])
    const paid = Number(
      (
        await on().rows(
          `select total_value / quantity as value from order_lines where client_code = $1 and order_number = 'PAID-1'`,
        )
      )[0]?.['value'],
    )
    const refused = await refunded(reference, (paid + 0.01).toFixed(2))
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`at most £${paid.toFixed(2)} is left`) },
    })
    expect((await refunded(reference, '100.00', 1, { deduction: '1.00', reason: 'Fee' })).status).toBe(422)
    expect((await refunded(reference, '100.00', 1, { reason: 'An apology' })).status).toBe(200)
    const { body } = await on().portal.call(record, { params: { reference } }, on().me)
    expect(body.steps.at(-1)).toMatchObject({ amount: '100.00', reason: 'An apology' })
  })
  test('also for pieces beyond those bought', async () => {
    const of = await order('PAID-2', 1)
    const reference = await announced('PAID-2', 1)
    await feed(reference, of, [['received', '08:00', 3]])
    expect(await read(reference)).toMatchObject({ pieces: { received: 3 }, owed: 1 })
    expect((await refunded(reference, '0.00', 2)).status).toBe(422)
    expect((await refunded(reference, '0.00', 1, { reason: 'As agreed' })).status).toBe(200)
    await feed(reference, of, [['refunded', '09:00', 2]])
    expect(await read(reference)).toMatchObject({ owed: 0, dueOn: null })
  })
})
