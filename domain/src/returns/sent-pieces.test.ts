import { expect, test } from 'vitest'
import { returnablePieces, type SentLine } from './sent-pieces.ts'

const PARCELS: Readonly<Record<string, number>> = {}
const line = (sku: string, quantity: number, more: Partial<SentLine> = {}) => ({ sku, quantity, ...more })
const boxes = (of: Readonly<Record<string, number>>) =>
  Object.entries(of).map(([SKU, quantity]) => ({ SKU, quantity, sent: 0 }))

/** Returnable pieces of each line for given contents of the order's parcels. */
function returnable(
  lines: readonly ReturnType<typeof line>[],
  parcels: Readonly<Record<string, number>> | null = PARCELS,
): number[] {
  return returnablePieces(
    lines.map((one, at) => ({
      lineNumber: at + 1,
      announced: 0,
      returned: 0,
      ...one,
      sent: parcels && (parcels[one.sku] ?? 0),
      boxes: (one.boxes ?? []).map((box) => ({ ...box, sent: parcels?.[box.SKU] ?? 0 })),
    })),
  )
    .toSorted((first, second) => first.lineNumber - second.lineNumber)
    .map((one) => one.returnable)
}
const TABLE = { boxes: boxes({ TOP: 1, LEG: 4 }) }

test('lines of one SKU are filled in order, with any excess on the last', () => {
  expect(returnable([line('A', 1), line('A', 2)], { A: 2 })).toEqual([1, 1])
  expect(returnable([line('A', 1), line('A', 2)], { A: 5 })).toEqual([1, 4])
  expect(returnable([line('A', 1), line('B', 1)], { B: 1 })).toEqual([0, 1])
})

test('unknown parcel contents count as the ordered pieces', () => {
  expect(returnable([line('A', 1), line('TABLE', 2, TABLE)], null)).toEqual([1, 2])
})

test('a kit counts as sent itself or with all boxes, up to the order', () => {
  expect(returnable([line('TABLE', 1, TABLE)], { TABLE: 1 })).toEqual([1])
  expect(returnable([line('TABLE', 2, TABLE)], { TABLE: 1, TOP: 1, LEG: 4 })).toEqual([2])
  expect(returnable([line('TABLE', 1, TABLE)], { TABLE: 1, TOP: 1, LEG: 4 })).toEqual([1])
  expect(returnable([line('TABLE', 1, TABLE)], { TOP: 2, LEG: 8 })).toEqual([1])
  expect(returnable([line('TABLE', 1, TABLE)], { TOP: 2, LEG: 3 })).toEqual([0])
})

test('a box counts once: for its own lines, then for one kit', () => {
  expect(returnable([line('TABLE', 1, TABLE), line('LEG', 1)], { TOP: 1, LEG: 4 })).toEqual([0, 1])
  expect(returnable([line('TABLE', 1, TABLE), line('LEG', 1)], { TOP: 1, LEG: 8 })).toEqual([1, 1])
  const pair = line('PAIR', 1, { boxes: boxes({ CHAIR: 2 }) })
  const four = line('FOUR', 1, { boxes: boxes({ CHAIR: 4 }) })
  expect(returnable([pair, four], { CHAIR: 5 })).toEqual([1, 0])
  expect(returnable([pair, four], { CHAIR: 6 })).toEqual([1, 1])
})

test('announced pieces reduce their line, unannounced ones all lines of the SKU', () => {
  expect(returnable([line('A', 1, { announced: 1, returned: 1 }), line('A', 2, { returned: 1 })], { A: 3 })).toEqual([
    0, 1,
  ])
  expect(returnable([line('A', 1, { announced: 2 }), line('A', 2)], { A: 3 })).toEqual([0, 1])
})
