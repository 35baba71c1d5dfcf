import { expect, test } from 'vitest'
import { groupAlike, inTurn, readAssignment, type ToAssign } from './assignment.ts'

const option = (room: string, cost: number) => ({ method: room, room, cost })
const one = (options: ToAssign['options'], isUrgent = false): ToAssign => ({ parcels: 1, isUrgent, options })
const rooms = (limits: Readonly<Record<string, number>>) => (room: string) => limits[room] ?? Number.POSITIVE_INFINITY

test('in turn, urgent orders choose first, and a full room is passed over', () => {
  const all = [one([option('evri', 3), option('dpd', 4)]), one([option('evri', 3)], true), one([option('evri', 3)])]
  expect(inTurn(all, rooms({ evri: 1 }))).toEqual([1, 0, -1])
})

const CLASSES = groupAlike([one([option('evri', 3)]), one([option('evri', 3)])])
const read = (values: Readonly<Record<string, number>>, limit: number) =>
  readAssignment(CLASSES, rooms({ evri: limit }), (name) => values[name] ?? 0)

test.each([
  ['one is placed and one left', { x0_0: 1, u0: 1 }, 1, [0, -1]],
  ['both are placed', { x0_0: 2, u0: 0 }, 2, [0, 0]],
  ['a solver without a solution gives zeros', {}, 2, undefined],
  ['more than the room holds', { x0_0: 2, u0: 0 }, 1, undefined],
])('values of a solver: %s', (_title, values, limit, expected) => {
  expect(read(values, limit)).toEqual(expected)
})
