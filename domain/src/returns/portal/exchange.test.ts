import { expect, test } from 'vitest'
import { NO_PIECES, type GoodsState, type MoneyState } from '../life/return-states.ts'
import { type Exchange, nextExchangeState } from './exchange.ts'

type Pieces = Partial<Record<GoodsState | MoneyState, number>>
const line = ({ refunded = 0, rejected = 0, ...goods }: Pieces, overrides: object = {}) => ({
  lineNumber: 1,
  quantity: 2,
  resolution: 'exchange' as const,
  answer: 'allowed' as const,
  pieces: { goods: { ...NO_PIECES.goods, ...goods }, money: { refunded, rejected }, extra: 0 },
  ...overrides,
})

test.each<[string, Exchange, Pieces, Exchange]>([
  ['an allowed exchange is made', 'none', { announced: 2 }, 'make'],
  ['kept pieces are replaced', 'none', { kept: 2 }, 'make'],
  ['pieces that ended before it was made are not replaced', 'none', { withdrawn: 2 }, 'none'],
  ['it waits for the goods', 'waiting', { announced: 1, received: 1 }, 'waiting'],
  ['it is released when all have come', 'waiting', { received: 1, restocked: 1 }, 'release'],
  ['it is released for returned pieces once the others ended', 'waiting', { quarantined: 1, expired: 1 }, 'release'],
  ['it is cancelled if nothing comes', 'waiting', { withdrawn: 1, expired: 1 }, 'cancel'],
  ['it is cancelled if all returned pieces are rejected', 'waiting', { inspected: 2, rejected: 2 }, 'cancel'],
  ['it is cancelled if all returned pieces are refunded', 'waiting', { inspected: 2, refunded: 2 }, 'cancel'],
  ['it waits for lost pieces that can turn up', 'waiting', { lost: 1, received: 1 }, 'waiting'],
  ['pieces that turn up before the cancellation are replaced', 'cancel', { received: 2 }, 'release'],
  ['a settled exchange stays settled', 'released', { withdrawn: 2 }, 'released'],
])('%s', (_title, before, pieces, after) => {
  expect(nextExchangeState(before, { isInReview: false, lines: [line(pieces)] })).toBe(after)
})

test('no replacement is made during a review, for refunds, or for refused lines', () => {
  const announced = { announced: 2 }
  expect(nextExchangeState('none', { isInReview: true, lines: [line(announced)] })).toBe('none')
  for (const overrides of [{ resolution: 'refund' }, { answer: 'refused' }])
    expect(nextExchangeState('none', { isInReview: false, lines: [line(announced, overrides)] })).toBe('none')
})
