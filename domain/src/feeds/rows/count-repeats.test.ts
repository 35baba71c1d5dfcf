import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRepeats } from './count-repeats.ts'

test('each text gets the number of equal texts before it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'a', 'b', 'ab', 'ba')), (texts) => {
      const placeOf = countRepeats()
      const seen = new Map<string, number>()
      for (const text of texts) {
        const before = seen.get(text) ?? 0
        expect(placeOf(text)).toBe(before)
        seen.set(text, before + 1)
      }
    }),
  )
})

test('the rows of a large file are told apart', () => {
  const placeOf = countRepeats()
  const rows = Array.from({ length: 50_000 }, (_, row) => `R${row}`)
  expect(rows.filter((row) => placeOf(row) !== 0)).toEqual([])
  expect(rows.filter((row) => placeOf(row) !== 1)).toEqual([])
})
