import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesAmongEquals } from './place-among-equals.ts'

test('each text is told how many of its equals went before it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'a', 'b', 'ab', 'ba')), (texts) => {
      const placeOf = placesAmongEquals()
      const seen = new Map<string, number>()
      for (const text of texts) {
        const before = seen.get(text) ?? 0
        expect(placeOf(text)).toBe(before)
        seen.set(text, before + 1)
      }
    }),
  )
})

test('as many rows as a large file has are kept apart', () => {
  const placeOf = placesAmongEquals()
  const rows = Array.from({ length: 50_000 }, (_, row) => `R${row}`)
  expect(rows.filter((row) => placeOf(row) !== 0)).toEqual([])
  expect(rows.filter((row) => placeOf(row) !== 1)).toEqual([])
})
