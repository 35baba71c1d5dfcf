import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

test('names sort as people expect', () => {
  expect(['Yodel', 'Band 10', 'evri', 'Band 2', 'DPD', 'Évri'].toSorted(compareNames)).toEqual([
    'Band 2',
    'Band 10',
    'DPD',
    'evri',
    'Évri',
    'Yodel',
  ])
})
