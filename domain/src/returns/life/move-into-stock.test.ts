import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveIntoStock } from './move-into-stock.ts'

const QUARANTINED = new Map([['QUARANTINE', 2]])
const BONDED_TOO = new Map([
  ['BONDED', 1],
  ['QUARANTINE', 1],
])

test.each([
  [
    'restocked pieces are sellable',
    new Map(),
    { state: 'restocked', namedCode: undefined, quantity: 2, whole: 3 },
    { SELLABLE: 2 },
  ],
  [
    'or under the code that the warehouse names',
    new Map(),
    { state: 'restocked', namedCode: 'BONDED', quantity: 1, whole: 1 },
    { BONDED: 1 },
  ],
  [
    'others of the return stay in quarantine',
    QUARANTINED,
    { state: 'restocked', namedCode: undefined, quantity: 1, whole: 3 },
    { SELLABLE: 1 },
  ],
  [
    'the same leave it',
    QUARANTINED,
    { state: 'restocked', namedCode: undefined, quantity: 2, whole: 2 },
    { QUARANTINE: -2, SELLABLE: 2 },
  ],
  [
    'half of them',
    QUARANTINED,
    { state: 'restocked', namedCode: undefined, quantity: 2, whole: 3 },
    { QUARANTINE: -1, SELLABLE: 2 },
  ],
  [
    'restocked pieces leave quarantine before any other code',
    BONDED_TOO,
    { state: 'restocked', namedCode: undefined, quantity: 1, whole: 2 },
    { QUARANTINE: -1, SELLABLE: 1 },
  ],
  [
    'quarantined pieces leave sellable stock first',
    new Map([
      ['BONDED', 1],
      ['SELLABLE', 1],
    ]),
    { state: 'quarantined', namedCode: undefined, quantity: 1, whole: 2 },
    { SELLABLE: -1, QUARANTINE: 1 },
  ],
  [
    'no piece enters stock twice',
    QUARANTINED,
    { state: 'quarantined', namedCode: undefined, quantity: 1, whole: 2 },
    {},
  ],
] as const)('%s', (_name, stocked, event, moved) =>
  expect(Object.fromEntries(moveIntoStock(stocked, event).map(({ code, pieces }) => [code, pieces]))).toEqual(moved),
)

test('stock of a return never exceeds what came back and never goes negative', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          state: fc.constantFrom('restocked' as const, 'quarantined' as const),
          namedCode: fc.constantFrom(undefined, 'BONDED'),
          quantity: fc.integer({ min: 1, max: 4 }),
        }),
        { maxLength: 8 },
      ),
      fc.integer({ min: 4, max: 9 }),
      (events, whole) => {
        const stocked = new Map<string, number>()
        for (const event of events)
          for (const { code, pieces } of moveIntoStock(new Map(stocked), { ...event, whole }))
            stocked.set(code, (stocked.get(code) ?? 0) + pieces)
        expect(Math.min(0, ...stocked.values())).toBe(0)
        expect([...stocked.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(whole)
      },
    ),
  ))
