import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { describe, expect, test } from 'vitest'
import { type FedEvent, returnsDesk } from '../../testing/returns/returns-desk.ts'

const { announced, feed, marked, on, order, read, refunded, returnable } = returnsDesk()

/** The pieces and states of a SKU's returns in the dashboard's list. */
async function listed(SKU: string) {
  const today = dayOf(new Date())
  const body = { startDate: addDays(today, -1), endDate: today, countedBy: 'ordered' as const, SKU }
  const { body: found } = await on().portal.call(returnFigures.lines, { body }, on().me)
  return found.lines.map(({ state, pieces }) => ({ state, pieces }))
}

describe('figures agree with the portal on the states of pieces', () => {
  test.each<[string, readonly FedEvent[]]>([
    ['FIG-1', [['received', '09:00']]],
    ['FIG-2', [['received', '']]],
    [
      'FIG-3',
      [
        ['inspected', '09:00'],
        ['received', '10:00'],
      ],
    ],
  ])('when the receipt is reported late: %s', async (orderNo, late) => {
    const of = await order(orderNo, 1)
    const reference = await announced(orderNo, 1)
    await feed(reference, of, [['restocked', '08:00']])
    await feed(reference, of, late)
    expect(await read(reference)).toMatchObject({ state: 'restocked' })
    expect(await listed(of.sku)).toEqual([{ state: 'restocked', pieces: 1 }])
  })
  test('for returns that only the feed knows', async () => {
    const of = await order('FIG-4', 2)
    await feed('WH-FIG-4', of, [
      ['received', '07:00', 2],
      ['restocked', '08:00'],
    ])
    expect(await listed(of.sku)).toEqual([{ state: 'received', pieces: 2 }])
    await feed('WH-FIG-4', of, [['quarantined', '09:00', 2]])
    expect(await listed(of.sku)).toEqual([{ state: 'quarantined', pieces: 2 }])
  })
  test('for pieces that never came, or came after they had ended', async () => {
    const of = await order('FIG-5', 3)
    const reference = await announced('FIG-5', 3)
    await marked(reference, 'withdrawn', 2)
    await feed(reference, of, [['received', '08:00']])
    expect(await listed(of.sku)).toEqual([{ state: 'received', pieces: 1 }])
    await feed(reference, of, [['received', '09:00']])
    expect(await read(reference)).toMatchObject({ pieces: { received: 2, withdrawn: 1 }, state: 'received' })
    expect(await listed(of.sku)).toEqual([{ state: 'received', pieces: 2 }])
    expect((await refunded(reference, '1.00', 2, { reason: 'As agreed' })).status).toBe(200)
    expect(await read(reference)).toMatchObject({ state: 'received' })
    expect(await listed(of.sku)).toEqual([{ state: 'received', pieces: 2 }])
  })
})

describe('a piece with a rejected refund counts once', () => {
  test('in a return that only the feed knows', async () => {
    const of = await order('REJ-1', 3)
    await feed('WH-REJ', of, [
      ['received', '07:00'],
      ['quarantined', '08:00'],
      ['rejected', '09:00'],
    ])
    expect(await returnable('REJ-1')).toEqual([2])
    expect(await listed(of.sku)).toEqual([{ state: 'rejected', pieces: 1 }])
  })
  test('in a return with another piece still expected', async () => {
    const of = await order('REJ-2', 2)
    const reference = await announced('REJ-2', 2)
    await feed(reference, of, [
      ['restocked', '08:00'],
      ['rejected', '09:00'],
    ])
    expect(await listed(of.sku)).toEqual([{ state: 'announced', pieces: 1 }])
  })
})
