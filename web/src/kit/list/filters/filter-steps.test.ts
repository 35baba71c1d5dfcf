import { describe, expect, test } from 'vitest'
import { filterStep, isFilterChange } from './filter-steps.ts'

const NONE = { status: ['N'], carrier: '', service: '', page: 1, limit: 50, sort: 'orderDate', order: 'asc' }

/** Does changes one after the other, as the address does them, with the history that comes of them. */
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

describe('Back takes filters away one by one', () => {
  test.each<[string, Partial<typeof NONE>[], string[]]>([
    ['each filter is a step', [{ carrier: 'DPD' }, { service: 'NEXT DAY' }], ['', 'DPD', 'DPD NEXT DAY']],
    ['another value of a filter is none', [{ carrier: 'DPD' }, { carrier: 'UPS' }], ['', 'UPS']],
    ['several at once are one', [{ carrier: 'DPD', service: 'NEXT DAY' }], ['', 'DPD NEXT DAY']],
    ['what is taken away by hand is not come by again', [{ carrier: 'DPD' }, { carrier: '' }], ['']],
    ['nor what is cleared', [{ carrier: 'DPD' }, { service: 'NEXT DAY' }, { carrier: '', service: '' }], ['']],
    [
      'what was put on first and is taken away stays beneath',
      [{ carrier: 'DPD' }, { service: 'NEXT DAY' }, { carrier: '' }],
      ['', 'DPD', 'NEXT DAY'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(walk(...changes)).toEqual(expected)
  })
})

test('a filter that the address writes as it is unasked is not on', () => {
  expect(filterStep({ ...NONE, carrier: 'DPD' }, { ...NONE, status: ['N'] }, NONE, [])).toEqual({ goes: 'in-place' })
})

test.each([
  [{ carrier: 'DPD', page: 1 }, true],
  [{ page: 2 }, false],
  [{ limit: 100, page: 1 }, false],
  [{ sort: 'total', order: 'asc', page: 1 }, false],
  [{ show: 'imports' }, false],
  // A built-in view has an order of its own.
  [{ carrier: 'DPD', sort: 'despatchDate', order: 'asc', page: 1 }, true],
])('%o is a change of filters: %s', (change, expected) => {
  expect(isFilterChange(change)).toBe(expected)
})
