import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

const { serialLife } = contract.stock
let on: FeedPortal
const life = async (serialNumber: string) =>
  (await on.portal.call(serialLife, { query: { serialNumber } }, on.me)).body.pieces

beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(
    csv([
      ['A', 'LAMP', 1, 9],
      ['B', 'LAMP', 2, 9],
    ]),
  )
  const despatch = 'orderNumber,trackingNumber,carrier,SKU,serialNumber,despatchedAt'
  await on.feedRows(
    'despatches',
    csv(
      [
        ['A', 'T1', 'DPD', 'LAMP', 'SN1', '2026-03-02 10:00'],
        ['B', 'T2', 'EVRI', 'LAMP', 'SN1', '2026-03-20 10:00'],
        ['B', 'T2', 'EVRI', 'LAMP', 'SN2', '2026-03-20 10:00'],
      ],
      despatch,
    ),
  )
  await on.feedRows(
    'returns',
    csv(
      [
        ['R1', 'A', 'LAMP', 1, 'received', '2026-03-10 09:00', 'As new'],
        ['R2', 'B', 'LAMP', 1, 'received', '2026-03-28 09:00', ''],
      ],
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,condition',
    ),
  )
})
afterAll(() => on.portal.close())

test('a serial number’s life runs from its first despatch to its last return', async () => {
  const pieces = await life('SN1')
  expect(pieces).toMatchObject([{ SKU: 'LAMP', serialNumber: 'SN1' }])
  expect(
    pieces[0]?.steps.map(({ title, orderNumber, trackingNumber, returnReference, isCertain }) => [
      title,
      orderNumber,
      trackingNumber || returnReference,
      isCertain,
    ]),
  ).toEqual([
    ['Despatched with DPD', 'A', 'T1', true],
    ['Received: As new', 'A', 'R1', true],
    ['Despatched with EVRI', 'B', 'T2', true],
    // Two pieces were despatched and one returned.
    ['Received', 'B', 'R2', false],
  ])
  expect(await life('SN9')).toEqual([])
})

test('another client sees nothing of it', async () => {
  const other = await makeSession(on.portal.testDatabase)
  expect((await on.portal.call(serialLife, { query: { serialNumber: 'SN1' } }, other)).body.pieces).toEqual([])
})
