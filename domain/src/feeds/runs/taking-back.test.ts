import { expect, test } from 'vitest'
import { type RunFacts, blockingOrdersText, takenBackNote, whyNotTakenBack } from './taking-back.ts'

const RUN: RunFacts = { feed: 'orders', isEnded: true, isTakenBack: false, orders: 12, isAllNew: true }

test.each<[Partial<RunFacts>, string | undefined]>([
  [{}, undefined],
  [{ orders: 10_000 }, undefined],
  [{ feed: 'stock' }, 'Only imports of orders can be undone.'],
  [{ isTakenBack: true }, 'This import has already been undone.'],
  [{ isEnded: false }, 'This file is still being imported.'],
  [{ orders: 0 }, 'This file created no orders.'],
  [{ orders: 10_001 }, 'This file created more than 10,000 orders. Open them and cancel them there.'],
  [{ isAllNew: false }, 'Some of its orders are no longer New. Cancel the others by hand.'],
])('a run that is %j: %s', (run, why) => expect(whyNotTakenBack({ ...RUN, ...run })).toBe(why))

test('the first ten blocking orders are named', () => {
  expect(blockingOrdersText([{ orderNumber: 'A1', status: 'R' }], 3)).toBe(
    '1 of its 3 orders is no longer New: A1 (Released). Nothing was undone. Cancel the others by hand.',
  )
  const many = Array.from({ length: 1012 }, (_, at) => ({ orderNumber: `A${at}`, status: 'S' as const }))
  expect(blockingOrdersText(many, 2000)).toMatch(
    /^1,012 of its 2,000 orders are no longer New: A0 \(SUSPENDED\), .*A9 \(SUSPENDED\) and 1,002 more\. /,
  )
})

test('the history names the file and the reason', () => {
  expect(takenBackNote('monday.csv', 'Wrong shop')).toBe('Import of monday.csv undone: Wrong shop')
  expect(takenBackNote('', '')).toBe('Import of its file undone')
})
