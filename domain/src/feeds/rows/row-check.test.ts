import { expect, test } from 'vitest'
import type { Feed } from '../feed-fields.ts'
import { deliveryEventRowCheck } from './check-delivery-event-row.ts'
import { despatchRowCheck } from './check-despatch-row.ts'
import { orderRowCheck } from './check-order-row.ts'
import { returnRowCheck } from './check-return-row.ts'
import { skuRowCheck } from './check-sku-row.ts'
import { stockRowCheck } from './check-stock-row.ts'

const checksOf = (row: Record<string, string>) => ({
  cellOf: Object.fromEntries(Object.keys(row).map((field, place) => [field, place])),
  values: {},
  leaveOut: [],
  timeZone: 'Europe/London',
  now: new Date('2026-11-21T12:00:00Z'),
  countryCode: (text: string) => text,
  daysOff: new Set<string>(),
  isSameDay: false,
})
const CHECKS = {
  orders: orderRowCheck,
  despatches: despatchRowCheck,
  'delivery-events': deliveryEventRowCheck,
  returns: returnRowCheck,
  stock: stockRowCheck,
  skus: skuRowCheck,
}

const event = { trackingNumber: 'T1', carrier: "'@X", code: "'=1", occurredAt: '2026-11-20 10:00' }
const returned = {
  returnReference: "'@R",
  orderNumber: "'=1+1",
  SKU: 'A',
  quantity: '1',
  occurredAt: '2026-11-20 10:00',
}
const ROWS: [Feed, Record<string, string>, object][] = [
  [
    'orders',
    { orderNumber: "'=1+1", SKU: "'-A", quantity: '1', phone: "'+44 1632 960001" },
    { orderNumber: '=1+1', SKU: '-A', header: { phone: '+44 1632 960001' } },
  ],
  [
    'despatches',
    { orderNumber: "'+44123", trackingNumber: 'T1', carrier: "'=X" },
    { orderNumber: '+44123', carrier: '=X' },
  ],
  ['delivery-events', event, { carrier: '@X', code: '=1' }],
  ['returns', returned, { returnReference: '@R', orderNumber: '=1+1' }],
  ['stock', { SKU: "'=A", stockOnHand: '1' }, { SKU: '=A' }],
  ['skus', { SKU: "'00123", title: "'=1;'+2" }, { SKU: '00123', title: '=1;+2' }],
]

test.each(ROWS)('a row of %s is read without spreadsheet apostrophes', (feed, row, read) => {
  expect(CHECKS[feed](checksOf(row))(Object.values(row), 2)).toMatchObject({ is: 'taken', row: read })
})
