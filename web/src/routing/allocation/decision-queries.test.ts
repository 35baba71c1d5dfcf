import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { expect, test } from 'vitest'
import { presentAndEarlier } from './decision-queries.ts'

const decision = (number: number, attempt: number, state: ConsignmentDecision['state']) =>
  ({ number, attempt, state }) as ConsignmentDecision

const sorted = (...decisions: ConsignmentDecision[]) => {
  const { present, earlier } = presentAndEarlier(decisions)
  const names = (list: readonly ConsignmentDecision[]) => list.map(({ number, attempt }) => `${attempt}.${number}`)
  return [names(present), names(earlier)]
}

test('allocated consignments and open exceptions are current, from any attempt', () => {
  expect(
    sorted(
      decision(2, 2, 'exception'),
      decision(1, 2, 'allocated'),
      decision(2, 1, 'superseded'),
      decision(1, 1, 'given-back'),
    ),
  ).toEqual([
    ['2.1', '2.2'],
    ['1.2', '1.1'],
  ])
  expect(sorted(decision(2, 2, 'allocated'), decision(1, 1, 'allocated'), decision(2, 1, 'superseded'))).toEqual([
    ['1.1', '2.2'],
    ['1.2'],
  ])
})

test('a suspended or cancelled order shows its last decisions', () => {
  expect(sorted(decision(1, 2, 'given-back'), decision(2, 1, 'given-back'), decision(1, 1, 'given-back'))).toEqual([
    ['2.1'],
    ['1.2', '1.1'],
  ])
})

test('an order that was never allocated has no decisions', () => {
  expect(sorted()).toEqual([[], []])
})
