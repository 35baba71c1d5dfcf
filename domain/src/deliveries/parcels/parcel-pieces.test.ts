import { expect, test } from 'vitest'
import { sumPieces, piecesProblem } from './parcel-pieces.ts'

const keyOf = ({ SKU, serialNumber }: { SKU: string; serialNumber: string }) => `${SKU} ${serialNumber}`.trim()
const row = (SKU: string, quantity: number, serialNumber = '') => ({ SKU, quantity, serialNumber })

test.each([
  ['nothing', [], {}],
  ['one row', [row('RED', 2)], { RED: 2 }],
  ['equal rows', [row('RED', 1), row('BLUE', 1), row('RED', 1)], { RED: 2, BLUE: 1 }],
  ['rows of other quantities', [row('RED', 2), row('RED', 3)], { RED: 5 }],
  [
    'serial numbers, one of them twice',
    [row('RED', 1, 'S1'), row('RED', 1, 'S2'), row('RED', 1, 'S1')],
    { 'RED S1': 1, 'RED S2': 1 },
  ],
])('the pieces of %s', (_what, rows, pieces) => expect(Object.fromEntries(sumPieces(rows, keyOf))).toEqual(pieces))

test.each([
  [2, undefined, undefined],
  [2, 2, undefined],
  [3, 2, /^The parcel already has this SKU with another quantity/],
  [1, 2, /^The parcel already has this SKU with another quantity/],
  [999_999, undefined, undefined],
  [1_000_000, undefined, /^A parcel has at most 999,999 units of a SKU$/],
])('%d where %j are known: %s', (pieces, known, words) => {
  const problem = piecesProblem(pieces, known)
  if (words) expect(problem).toMatch(words)
  else expect(problem).toBeUndefined()
})
