import { expect, test } from 'vitest'
import { isOrderDelivered, goodsNotSent } from './delivered-order.ts'

const goods = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ SKU: one.slice(0, 1), quantity: Number(one.slice(1)) }))
const parcel = (contents: string, isDelivered = true) => ({ isDelivered, contents: goods(contents) })

// The last column: delivered once it is closed short.
test.each([
  ['all of it delivered', [parcel('A2'), parcel('B1')], '', true, true],
  ['a line in two parcels', [parcel('A1'), parcel('A1 B1')], '', true, true],
  ['a parcel under way', [parcel('A2'), parcel('B1', false)], '', false, false],
  ['a parcel under way, and a piece missing', [parcel('A1'), parcel('B1', false)], 'A1', false, false],
  ['a line that is still to be despatched', [parcel('A2')], 'B1', false, true],
  ['a piece that is still to be despatched', [parcel('A1'), parcel('B1')], 'A1', false, true],
  ['pieces of both', [parcel('A1')], 'A1 B1', false, true],
  ['a parcel of which nothing was told: it may hold the rest', [parcel('A1'), parcel('')], '', true, true],
  ['nothing told of any parcel', [parcel('')], '', true, true],
  ['an extra SKU instead of one that was ordered', [parcel('A2 X1')], 'B1', false, true],
  ['an extra SKU alone', [parcel('X1')], 'A2 B1', false, true],
  ['an extra SKU beside all that was ordered', [parcel('A2 B1 X1')], '', true, true],
  ['more than was ordered', [parcel('A3 B1')], '', true, true],
  ['no parcel', [], '', false, false],
] as [string, ReturnType<typeof parcel>[], string, boolean, boolean][])(
  '%s',
  (_, parcels, missing, isDelivered, isDeliveredClosed) => {
    // SKU A is on two lines.
    const lines = goods('A1 B1 A1')
    expect(goodsNotSent(parcels, lines, new Map())).toEqual(goods(missing))
    expect(isOrderDelivered(parcels, lines, { isClosedShort: false, boxesOf: new Map() })).toBe(isDelivered)
    expect(isOrderDelivered(parcels, lines, { isClosedShort: true, boxesOf: new Map() })).toBe(isDeliveredClosed)
  },
)

// K comes in one box A and four boxes C.
test.each([
  ['all boxes', 'A2 C8', ''],
  ['a box too few', 'A2 C7', 'C1'],
  ['boxes of one piece, and the other as the product', 'A1 C4 K1', ''],
  ['boxes of one piece', 'A1 C4', 'A1 C4'],
  ['an extra SKU instead of the boxes', 'X8', 'A2 C8'],
])('two pieces of a multi-box product, with parcels of %s', (_, contents, missing) => {
  const boxesOf = new Map([['K', goods('A1 C4')]])
  expect(goodsNotSent([parcel(contents)], goods('K2'), boxesOf)).toEqual(goods(missing))
})
