import { expect, test } from 'vitest'
import { isOrderDelivered } from './delivered-order.ts'

const goods = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ SKU: one.slice(0, 1), quantity: Number(one.slice(1)) }))
const parcel = (contents: string, isDelivered = true) => ({ isDelivered, contents: goods(contents) })

test.each([
  ['all of it delivered', [parcel('A2'), parcel('B1')], true],
  ['a line in two parcels', [parcel('A1'), parcel('A1 B1')], true],
  ['a parcel under way', [parcel('A2'), parcel('B1', false)], false],
  ['a line that is still to be despatched', [parcel('A2')], false],
  ['a piece that is still to be despatched', [parcel('A1'), parcel('B1')], false],
  ['a parcel of which nothing was told: it may hold the rest', [parcel('A1'), parcel('')], true],
  ['nothing told of any parcel', [parcel('')], true],
  ['boxes of a product, which are no SKUs of the order', [parcel('A2 C1')], true],
  ['more than was ordered', [parcel('A3 B1')], true],
  ['no parcel', [], false],
] as [string, ReturnType<typeof parcel>[], boolean][])('%s', (_, parcels, isDelivered) => {
  // A on two lines.
  expect(isOrderDelivered(parcels, goods('A1 B1 A1'))).toBe(isDelivered)
})
