import { expect, test } from 'vitest'
import { skusLeftOutText } from './serials-queries.ts'

test('the screen says when a description matches more SKUs than were searched', () => {
  expect(skusLeftOutText({ matchingSkus: 100, searchedSkus: 100 })).toBeUndefined()
  expect(skusLeftOutText({ matchingSkus: 2194, searchedSkus: 100 })).toBe(
    'Only 100 of 2,194 SKUs with this description were searched. Enter more of the description, or the SKU.',
  )
})
