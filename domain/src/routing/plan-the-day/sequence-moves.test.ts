import { expect, test } from 'vitest'
import { piecesOf, type PlaceMove, sequenceMoves } from './sequence-moves.ts'

const move = (orderNumber: string, from: string, to: string, parcels = 1): PlaceMove => ({
  orderNumber,
  gives: from === '' ? [] : [{ room: from, parcels }],
  takes: [{ room: to, parcels }],
})
const sequence = (moves: PlaceMove[], free: Record<string, number>) =>
  sequenceMoves(moves, new Map(Object.entries(free)), 100).map((group) => group.map(({ orderNumber }) => orderNumber))

test('an order moves after the one that leaves it its place', () => {
  expect(
    sequence([move('C', '', 'dpd'), move('B', 'dpd', 'evri'), move('A', 'evri', 'yodel')], { dpd: 0, evri: 0 }),
  ).toEqual([['A'], ['B'], ['C']])
})

test('orders that exchange the places of full carriers move together', () => {
  const moves = [move('A', 'dpd', 'evri'), move('B', 'evri', 'yodel'), move('C', 'yodel', 'dpd'), move('D', '', 'ups')]
  expect(sequence(moves, { dpd: 0, evri: 0, yodel: 0 })).toEqual([['D'], ['A', 'B', 'C']])
})

test('one of two parcels needs two that leave', () => {
  const moves = [move('A', 'dpd', 'evri', 2), move('B', 'evri', 'dpd'), move('C', 'evri', 'dpd')]
  expect(sequence(moves, { dpd: 0, evri: 0 })).toEqual([['A', 'B', 'C']])
})

test('what nothing helps comes last', () => {
  expect(sequence([move('A', '', 'dpd'), move('B', 'dpd', 'evri', 1)], { dpd: -1, evri: 0 })).toEqual([['A'], ['B']])
})

test('a group stays in one piece', () => {
  expect(piecesOf([['a'], ['b'], ['c', 'd'], ['e']], 3)).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})
