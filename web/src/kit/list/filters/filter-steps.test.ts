import { describe, expect, test } from 'vitest'
import { filterStep, isFilterChange } from './filter-steps.ts'

const NONE = { status: ['N'], carrier: '', service: '', page: 1, limit: 50, sort: 'orderDate', order: 'asc' }

/** Applies changes in order and returns the history that results. */
function walk(...changes: readonly Partial<typeof NONE>[]) {
  const entries = [{ search: NONE, steps: [] as readonly string[] }]
  for (const change of changes) {
    const { search, steps } = entries.at(-1) ?? { search: NONE, steps: [] }
    const after = { ...search, ...change, page: 1 }
    const step = filterStep(search, after, NONE, steps)
    if (step.goes === 'back') entries.splice(-step.by)
    else if (step.goes === 'on') entries.push({ search: after, steps: step.filterSteps })
    else entries.splice(-1, 1, { search: after, steps })
  }
  return entries.map(({ search: { carrier, service } }) => [carrier, service].filter(Boolean).join(' '))
}

describe('Back removes filters one by one', () => {
  test.each<[string, Partial<typeof NONE>[], string[]]>([
    ['each added filter is a step', [{ carrier: 'DPD' }, { service: 'NEXT DAY' }], ['', 'DPD', 'DPD NEXT DAY']],
    ['changing the value of a filter is not', [{ carrier: 'DPD' }, { carrier: 'UPS' }], ['', 'UPS']],
    ['several filters added at once are one step', [{ carrier: 'DPD', service: 'NEXT DAY' }], ['', 'DPD NEXT DAY']],
    ['Back does not restore a filter that the user removed', [{ carrier: 'DPD' }, { carrier: '' }], ['']],
    [
      'nor filters that the user cleared',
      [{ carrier: 'DPD' }, { service: 'NEXT DAY' }, { carrier: '', service: '' }],
      [''],
    ],
    [
      'removing the first filter keeps the earlier steps',
      [{ carrier: 'DPD' }, { service: 'NEXT DAY' }, { carrier: '' }],
      ['', 'DPD', 'NEXT DAY'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(walk(...changes)).toEqual(expected)
  })
})

test('a filter with its default value in the address is off', () => {
  expect(filterStep({ ...NONE, carrier: 'DPD' }, { ...NONE, status: ['N'] }, NONE, [])).toEqual({ goes: 'in-place' })
})

test.each([
  [{ carrier: 'DPD', page: 1 }, true],
  [{ page: 2 }, false],
  [{ limit: 100, page: 1 }, false],
  [{ sort: 'total', order: 'asc', page: 1 }, false],
  [{ show: 'imports' }, false],
  // A built-in view sets its own order.
  [{ carrier: 'DPD', sort: 'despatchDate', order: 'asc', page: 1 }, true],
])('%o is a change of filters: %s', (change, expected) => {
  expect(isFilterChange(change)).toBe(expected)
})
