import { expect, test } from 'vitest'
import { distinguishLines } from './distinguish-lines.ts'

const line = (lineNumber: number, sku: string, pieceValue: string) => ({ lineNumber, sku, pieceValue })

test('lines of one SKU are labelled by price, and by number if prices are equal', () => {
  const lines = [line(1, 'MUG', '20.00'), line(2, 'MUG', '10.00'), line(3, 'MUG', '10.0004'), line(4, 'PLATE', '5.00')]
  expect([...distinguishLines(lines, 'GBP')]).toEqual([
    [1, '£20.00 each'],
    [2, '£10.00 each, line 2'],
    [3, '£10.00 each, line 3'],
  ])
})
