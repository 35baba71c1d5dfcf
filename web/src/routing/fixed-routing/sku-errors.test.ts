import { expect, test } from 'vitest'
import { skusError } from './sku-errors.ts'

const CODES = ['MUG-1', 'MUG\u0007-2', 'LAMP', 'BED', 'SOFA']
test.each([
  [{}, undefined],
  [{ carrier: 'Choose a carrier' }, undefined],
  [{ skus: 'Choose at least one SKU' }, 'Choose at least one SKU'],
  [{ 'skus.1': 'It cannot be printed' }, 'SKU 2 (‘MUG�-2’): It cannot be printed'],
  [{ 'skus.2': 'B', 'skus.0': 'A' }, 'SKU 1 (‘MUG-1’): A; SKU 3 (‘LAMP’): B'],
  [{ 'skus.9': 'Choose a SKU' }, 'SKU 10: Choose a SKU'],
  [
    { 'skus.0': 'A', 'skus.1': 'B', 'skus.2': 'C', 'skus.3': 'D', 'skus.4': 'E' },
    'SKU 1 (‘MUG-1’): A; SKU 2 (‘MUG�-2’): B; SKU 3 (‘LAMP’): C; and 2 more',
  ],
])('%j: %s', (errors, words) => {
  expect(skusError(errors, CODES)).toBe(words)
})
