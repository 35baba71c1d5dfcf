import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intoStock } from './into-stock.ts'

const QUARANTINED = new Map([['QUARANTINE', 2]])
const BONDED_TOO = new Map([
  ['BONDED', 1],
  ['QUARANTINE', 1],
])

test.each([
  [
    'what is put back is sellable',
    new Map(),
    { state: 'restocked', told: undefined, quantity: 2, whole: 3 },
    { SELLABLE: 2 },
  ],
  [
    'or what the warehouse says',
    new Map(),
    { state: 'restocked', told: 'BONDED', quantity: 1, whole: 1 },
    { BONDED: 1 },
  ],
  [
    'others of the return stay in quarantine',
    QUARANTINED,
    { state: 'restocked', told: undefined, quantity: 1, whole: 3 },
    { SELLABLE: 1 },
  ],
  [
    'the same leave it',
    QUARANTINED,
    { state: 'restocked', told: undefined, quantity: 2, whole: 2 },
    { QUARANTINE: -2, SELLABLE: 2 },
  ],
  [
    'half of them',
    QUARANTINED,
    { state: 'restocked', told: undefined, quantity: 2, whole: 3 },
    { QUARANTINE: -1, SELLABLE: 2 },
  ],
  [
    'what is put back leaves quarantine before any other code',
    BONDED_TOO,
    { state: 'restocked', told: undefined, quantity: 1, whole: 2 },
    { QUARANTINE: -1, SELLABLE: 1 },
  ],
  [
    'what is quarantined leaves what is sellable first',
    new Map([
      ['BONDED', 1],
      ['SELLABLE', 1],
    ]),
    { state: 'quarantined', told: undefined, quantity: 1, whole: 2 },
    { SELLABLE: -1, QUARANTINE: 1 },
  ],
  ['nothing is put there twice', QUARANTINED, { state: 'quarantined', told: undefined, quantity: 1, whole: 2 }, {}],
] as const)('%s', (_name, there, event, moved) =>
  expect(Object.fromEntries(intoStock(there, event).map(({ code, pieces }) => [code, pieces]))).toEqual(moved),
)

test('a return never has more in stock than came back, nor less than none under a code', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          state: fc.constantFrom('restocked' as const, 'quarantined' as const),
          told: fc.constantFrom(undefined, 'BONDED'),
          quantity: fc.integer({ min: 1, max: 4 }),
        }),
        { maxLength: 8 },
      ),
      fc.integer({ min: 4, max: 9 }),
      (events, whole) => {
        const there = new Map<string, number>()
        for (const event of events)
          for (const { code, pieces } of intoStock(new Map(there), { ...event, whole }))
            there.set(code, (there.get(code) ?? 0) + pieces)
        expect(Math.min(0, ...there.values())).toBe(0)
        expect([...there.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(whole)
      },
    ),
  ))
