import { expect, test } from 'vitest'
import { costChange, moveChange, problemsOfForm, routeEnd, sideCost } from './what-if-text.ts'

test.each([
  ['15.00', '19.00', '+£4.00 (+26.7%)'],
  ['19.00', '15.00', '−£4.00 (−21.1%)'],
  ['15.00', '15.00', 'nothing'],
  ['0.00', '3.50', '+£3.50'],
  ['1000000.00', '1000000.01', '+£0.01 (+0.0%)'],
])('from %s to %s costs %s', (before, after, words) => {
  expect(costChange(before, after, 'GBP')).toBe(words)
})

test('a missing method is a routing exception', () => {
  expect([routeEnd('DPD-ND'), routeEnd(null)]).toEqual(['DPD-ND', 'Routing exception'])
})

test('a routing exception has no cost and no difference', () => {
  expect([sideCost('DPD-ND', '3.50', 'GBP'), sideCost(null, '0.00', 'GBP')]).toEqual([
    '£3.50',
    'no cost: routing exception',
  ])
  const move = { from: 'DPD-ND', to: 'DHL-ND', costBefore: '3.00', costAfter: '5.00' }
  expect(moveChange(move, 'GBP')).toBe('+£2.00 (+66.7%)')
  expect(moveChange({ ...move, from: null, costBefore: '0.00' }, 'GBP')).toBe('–')
  expect(moveChange({ ...move, to: null, costAfter: '0.00' }, 'GBP')).toBe('–')
})

test('problems of a draft get the paths of its form', () => {
  const message = 'At least one'
  expect(
    problemsOfForm([
      { path: 'draft.body.capacities.0.effectiveDate', message },
      { path: 'capacities.1.effectiveDate', message },
      { path: 'days', message },
    ]).map(({ path }) => path),
  ).toEqual(['capacities.0.effectiveDate', 'capacities.1.effectiveDate', 'days'])
})
