import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIFE_STATES, type LifeState } from './return-state.ts'
import {
  moveReturn,
  NO_PIECES,
  undecidedPieces,
  piecesOf,
  piecesReached,
  type ReturnQuantities,
  stateOfReturn,
} from './return-states.ts'

const after = (...steps: readonly (readonly [LifeState, number])[]): ReturnQuantities =>
  steps.reduce<ReturnQuantities>((line, [state, quantity]) => {
    const moved = moveReturn(line, state, quantity)
    return 'problem' in moved ? line : moved
  }, NO_PIECES)

test('part of a line is received, and a later state implies the earlier ones', () => {
  const line = after(['announced', 4], ['received', 2], ['restocked', 1])
  expect(line.goods).toMatchObject({ announced: 2, in_transit: 0, received: 1, restocked: 1 })
  expect(
    (['announced', 'in_transit', 'received', 'inspected', 'restocked'] as const).map((state) =>
      piecesReached(line, state),
    ),
  ).toEqual([4, 2, 2, 1, 1])
  expect(stateOfReturn([line])).toBe('announced')
})
test.each<[string, readonly (readonly [LifeState, number])[], object]>([
  [
    'more arrives than was announced',
    [
      ['announced', 1],
      ['received', 3],
    ],
    { extra: 2, goods: { received: 3, announced: 0 } },
  ],
  [
    'a lost piece turns up',
    [
      ['announced', 1],
      ['in_transit', 1],
      ['lost', 1],
      ['received', 1],
    ],
    { extra: 0, goods: { lost: 0, received: 1 } },
  ],
  [
    'an expired piece arrives after all',
    [
      ['announced', 1],
      ['expired', 1],
      ['in_transit', 1],
    ],
    { extra: 0, goods: { expired: 0, in_transit: 1 } },
  ],
  [
    'pieces on their way cannot be withdrawn',
    [
      ['announced', 1],
      ['in_transit', 1],
      ['withdrawn', 1],
    ],
    { goods: { withdrawn: 0, in_transit: 1 } },
  ],
  [
    'no piece is refunded twice',
    [
      ['announced', 1],
      ['received', 1],
      ['refunded', 1],
      ['rejected', 1],
    ],
    { money: { refunded: 1, rejected: 0 } },
  ],
  [
    'kept pieces are refunded',
    [
      ['announced', 1],
      ['kept', 1],
      ['refunded', 1],
    ],
    { goods: { kept: 1 }, money: { refunded: 1 } },
  ],
])('%s', (_name, steps, line) => expect(after(...steps)).toMatchObject(line))
test.each<[readonly (readonly [LifeState, number])[], LifeState]>([
  [
    [
      ['announced', 2],
      ['in_transit', 1],
    ],
    'announced',
  ],
  [
    [
      ['announced', 2],
      ['withdrawn', 1],
      ['in_transit', 1],
    ],
    'in_transit',
  ],
  [
    [
      ['announced', 1],
      ['restocked', 1],
    ],
    'restocked',
  ],
  [
    [
      ['announced', 1],
      ['restocked', 1],
      ['refunded', 1],
    ],
    'refunded',
  ],
  [
    [
      ['announced', 1],
      ['quarantined', 1],
      ['rejected', 1],
    ],
    'rejected',
  ],
  [
    [
      ['announced', 1],
      ['withdrawn', 1],
    ],
    'withdrawn',
  ],
  [
    [
      ['announced', 1],
      ['lost', 1],
    ],
    'lost',
  ],
])('%j is %s', (steps, state) => expect(stateOfReturn([after(...steps)])).toBe(state))

test('no piece appears or disappears', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.constantFrom(...(Object.keys(LIFE_STATES) as LifeState[])), fc.integer({ min: 1, max: 5 })),
        { maxLength: 12 },
      ),
      (steps) => {
        const line = after(...steps)
        const announced = steps.reduce((sum, [state, quantity]) => sum + (state === 'announced' ? quantity : 0), 0)
        expect(piecesOf(line)).toBe(announced + line.extra)
        expect(
          Math.min(undecidedPieces(line), ...Object.values(line.goods), ...Object.values(line.money)),
        ).toBeGreaterThanOrEqual(0)
      },
    ),
  ))
