import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BoughtPieces, type ReturnPart, matchReturnEvent } from './match-return-event.ts'
import { RETURN_STATE_CODES, type ReturnState } from './return-state.ts'
import { addEvent, newTally, piecesOfTally, type ReportedEvent } from './return-tally.ts'

const day = (date: number) => new Date(Date.UTC(2026, 2, date))
const bought = (
  orderNumber: string,
  date: number,
  pieces: number,
  returned = 0,
  sent: number | null = null,
): BoughtPieces => ({ orderNumber, orderedAt: day(date), bought: pieces, sent, returned })
const event = (quantity: number, state: ReturnState = 'received', date = 20) => ({
  quantity,
  state,
  at: day(date),
  reference: 'R',
})

const reported = (state: ReturnState, quantity: number): ReportedEvent => {
  const own = { key: `${state} ${quantity}`, source: 'feed' as const, at: day(20), isUncertain: false }
  return { ...own, state, quantity, condition: '', code: undefined }
}
function knownBy(orderNumber: string, reference: string, ...events: readonly [ReturnState, number][]): ReturnPart {
  const tally = newTally()
  for (const [state, quantity] of events) addEvent(tally, reported(state, quantity))
  return { orderNumber, reference, tally }
}

describe('a return event is matched with', () => {
  test('the oldest earlier order with pieces left, then the next', () =>
    expect(matchReturnEvent(event(5), [], [bought('A', 1, 4, 4), bought('B', 2, 3), bought('C', 3, 9)])).toEqual([
      { orderNumber: 'B', reference: 'R', quantity: 3, surplus: 0 },
      { orderNumber: 'C', reference: 'R', quantity: 2, surplus: 0 },
    ]))
  test('the announced pieces of its return first', () =>
    expect(matchReturnEvent(event(3), [knownBy('C', 'R', ['announced', 2])], [bought('A', 1, 4)])).toEqual([
      { orderNumber: 'C', reference: 'R', quantity: 2, surplus: 0 },
      { orderNumber: 'A', reference: 'R', quantity: 1, surplus: 0 },
    ]))
  test('open returns under another reference before orders without a return', () => {
    const announced = [
      { orderNumber: 'A', reference: 'R1', open: 1 },
      { orderNumber: 'A', reference: 'R2', open: 2 },
    ]
    expect(matchReturnEvent(event(4), [], [bought('A', 1, 5, 3)], announced)).toEqual([
      { orderNumber: 'A', reference: 'R1', quantity: 1, surplus: 0 },
      { orderNumber: 'A', reference: 'R2', quantity: 2, surplus: 0 },
      { orderNumber: 'A', reference: 'R', quantity: 1, surplus: 0 },
    ])
  })
  test('the announced return that it names, and no other', () => {
    const announced = [{ orderNumber: 'A', reference: 'R2', open: 1 }]
    const named = { orderNumber: 'A', reference: 'R', tally: newTally(1) }
    expect(matchReturnEvent(event(1), [named], [bought('A', 1, 3, 2)], announced)).toEqual([
      { orderNumber: 'A', reference: 'R', quantity: 1, surplus: 0 },
    ])
    const called = { orderNumber: 'A', reference: 'R1', tally: newTally(1) }
    addEvent(called.tally, reported('received', 1))
    expect(matchReturnEvent(event(1), [called], [bought('A', 1, 3, 1)], announced)).toEqual([
      { orderNumber: 'A', reference: 'R1', quantity: 1, surplus: 0 },
    ])
    expect(matchReturnEvent(event(1), [knownBy('A', 'R', ['received', 1])], [bought('A', 1, 3, 2)], announced)).toEqual(
      [{ orderNumber: 'A', reference: 'R', quantity: 1, surplus: 0 }],
    )
  })
  test('the same pieces again when the warehouse repeats its own reference', () => {
    const met = ['R1', 'R2'].map((reference) => {
      const part = { orderNumber: 'A', reference, tally: newTally(1) }
      addEvent(part.tally, reported('received', 1))
      return part
    })
    const named = (reference: string, quantity: number) => ({ orderNumber: 'A', reference, quantity, surplus: 0 })
    expect(matchReturnEvent(event(2), met, [bought('A', 1, 3, 2)])).toEqual([named('R1', 1), named('R2', 1)])
    expect(matchReturnEvent(event(3), met, [bought('A', 1, 3, 2)])).toEqual([named('R1', 2), named('R2', 1)])
  })
  test('a surplus for pieces beyond those bought', () => {
    expect(matchReturnEvent(event(5), [], [bought('A', 1, 4)])).toEqual([
      { orderNumber: 'A', reference: 'R', quantity: 5, surplus: 1 },
    ])
    expect(matchReturnEvent(event(2), [], [bought('A', 1, 4, 4), bought('B', 2, 1, 1)])).toEqual([
      { orderNumber: 'A', reference: 'R', quantity: 2, surplus: 2 },
    ])
  })
  test('a surplus for pieces beyond those sent, if that is known', () => {
    expect(matchReturnEvent(event(4), [], [bought('A', 1, 5, 0, 3)])).toEqual([
      { orderNumber: 'A', reference: 'R', quantity: 4, surplus: 1 },
    ])
    expect(matchReturnEvent(event(2), [], [bought('A', 1, 2, 0, 0), bought('B', 2, 2, 0, 2)])).toEqual([
      { orderNumber: 'B', reference: 'R', quantity: 2, surplus: 0 },
    ])
  })
  test('nothing if the customer bought only later, or never', () => {
    expect(matchReturnEvent(event(1), [], [bought('A', 21, 4)])).toBe('only later')
    expect(matchReturnEvent(event(1), [], [])).toBe('never')
  })
})

test('no piece is lost or returned twice, and a surplus needs an exhausted order', () => {
  const quantity = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(
      fc.array(quantity, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(quantity, fc.constantFrom(...RETURN_STATE_CODES)), { maxLength: 12 }),
      (orders, events) => {
        const lines = orders.map((pieces, at) => bought(`O${at}`, at + 1, pieces))
        const parts: ReturnPart[] = []
        const of = new Map<ReturnState, number>()
        for (const [pieces, state] of events) {
          const met = matchReturnEvent(event(pieces, state), parts, lines)
          if (typeof met === 'string') throw new Error(met)
          expect(met.reduce((sum, part) => sum + part.quantity, 0)).toBe(pieces)
          of.set(state, (of.get(state) ?? 0) + pieces)
          for (const { orderNumber, reference, quantity: own } of met) {
            let part = parts.find((one) => one.orderNumber === orderNumber)
            if (!part) parts.push((part = { orderNumber, reference, tally: newTally() }))
            const before = piecesOfTally(part.tally)
            addEvent(part.tally, reported(state, own))
            const line = lines.find((one) => one.orderNumber === orderNumber)
            if (line) line.returned += piecesOfTally(part.tally) - before
          }
          const surplus = met.reduce((sum, part) => sum + part.surplus, 0)
          if (surplus > 0) expect(lines.every((line) => line.returned >= line.bought)).toBe(true)
        }
        // The size of the return is its largest state; pieces in stock may have moved within it.
        const returned = lines.reduce((sum, line) => sum + line.returned, 0)
        const [restocked, quarantined] = [of.get('restocked') ?? 0, of.get('quarantined') ?? 0]
        of.delete('restocked')
        of.delete('quarantined')
        expect(returned).toBeGreaterThanOrEqual(Math.max(0, ...of.values()))
        expect(returned).toBeLessThanOrEqual(Math.max(0, ...of.values(), restocked + quarantined))
      },
    ),
  )
})
