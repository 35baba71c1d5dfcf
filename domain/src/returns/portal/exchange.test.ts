import { expect, test } from 'vitest'
import { NO_PIECES, type GoodsState, type MoneyState } from '../life/return-states.ts'
import { type Exchange, exchangeAfter } from './exchange.ts'

type Pieces = Partial<Record<GoodsState | MoneyState, number>>
const line = ({ refunded = 0, rejected = 0, ...goods }: Pieces, given: object = {}) => ({
  lineNumber: 1,
  quantity: 2,
  resolution: 'exchange' as const,
  answer: 'allowed' as const,
  pieces: { goods: { ...NO_PIECES.goods, ...goods }, money: { refunded, rejected }, extra: 0 },
  ...given,
})

test.each<[string, Exchange, Pieces, Exchange]>([
  ['an allowed exchange is made', 'none', { announced: 2 }, 'make'],
  ['what the shopper keeps is replaced', 'none', { kept: 2 }, 'make'],
  ['what ended before it was made is not', 'none', { withdrawn: 2 }, 'none'],
  ['it waits for the goods', 'waiting', { announced: 1, received: 1 }, 'waiting'],
  ['it is released when all have come', 'waiting', { received: 1, restocked: 1 }, 'release'],
  [
    'it is released for those that came where the others never will',
    'waiting',
    { quarantined: 1, expired: 1 },
    'release',
  ],
  ['it is cancelled where nothing comes', 'waiting', { withdrawn: 1, expired: 1 }, 'cancel'],
  ['it is cancelled where what came is rejected', 'waiting', { inspected: 2, rejected: 2 }, 'cancel'],
  ['it is cancelled where what came is refunded', 'waiting', { inspected: 2, refunded: 2 }, 'cancel'],
  ['what is lost may yet turn up', 'waiting', { lost: 1, received: 1 }, 'waiting'],
  ['what turns up before it is cancelled is replaced', 'cancel', { received: 2 }, 'release'],
  ['what is settled stays so', 'released', { withdrawn: 2 }, 'released'],
])('%s', (_title, before, pieces, after) => {
  expect(exchangeAfter(before, { isInReview: false, lines: [line(pieces)] })).toBe(after)
})

test('nothing is made while the return waits for a review, or for a refund, or for what was refused', () => {
  const announced = { announced: 2 }
  expect(exchangeAfter('none', { isInReview: true, lines: [line(announced)] })).toBe('none')
  for (const given of [{ resolution: 'refund' }, { answer: 'refused' }])
    expect(exchangeAfter('none', { isInReview: false, lines: [line(announced, given)] })).toBe('none')
})
