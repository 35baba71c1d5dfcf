import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnLine, returnOption, returnOrder, returnsBook, reasonCode } from '../../testing/returns-books.ts'
import { smallOrder, smallRules } from '../../testing/small-returns.ts'
import { dayNumber } from '../day-numbers.ts'
import { compileReturnsBook } from './compile-returns-book.ts'
import { decideReturn } from './decide-return.ts'
import { ReturnsTrial } from './try-returns.ts'

const REASONS = [reasonCode('FAULTY'), reasonCode('BROKEN', { parent: 'FAULTY' }), reasonCode('MIND')]
const OPTIONS = [
  returnOption('option-1', { maxWeight: 0.5, price: '1.00' }),
  returnOption('option-2', { countries: ['IE'], payer: 'retailer' }),
  returnOption('option-3', { regions: ['NN'], maxLength: 12, destination: 'supplier' }),
]
const bookOf = (rules: Parameters<typeof returnsBook>[0]) =>
  compileReturnsBook(returnsBook(rules, { reasons: REASONS, options: OPTIONS }))

const requestedLine = fc.record({
  of: smallOrder,
  weight: fc.constantFrom(null, 250, 250.5, 500, 501),
  length: fc.constantFrom(null, 119.9, 120, 121),
  day: fc.constantFrom('2026-03-01', '2026-03-05', '2026-03-10', '2026-03-13', '2026-04-02'),
})

test('deciding by class gives the same totals as deciding each return', () =>
  fc.assert(
    fc.property(smallRules, smallRules, fc.array(requestedLine, { minLength: 1, maxLength: 30 }), (one, other, all) => {
      const books = [bookOf(one), bookOf(other)] as const
      const trial = new ReturnsTrial(...books)
      const counts = { changed: 0, allowed: [0, 0], fees: [0, 0] }
      for (const { of, weight, length, day } of all) {
        const line = returnLine({ ...of.line, weight, length })
        const order = returnOrder({ ...of.order, lines: [line] })
        const lines = [{ lineNumber: 1, quantity: of.quantity, reason: of.reason }]
        const descriptions = books.map((book, side) => {
          const at = new Date(`${day}T12:00:00Z`)
          const decision = decideReturn(order, { ...of.facts, lines: [] }, { lines }, book, at)
          counts.allowed[side] = (counts.allowed[side] ?? 0) + (decision.lines[0]?.answer === 'allowed' ? 1 : 0)
          counts.fees[side] = (counts.fees[side] ?? 0) + decision.fee
          const [first] = decision.lines
          return JSON.stringify([
            [first?.answer, first?.keep, first?.destination, first?.resolutions, decision.fee],
            decision.parcels.map(({ options }) => options[0]),
          ])
        })
        const isChanged = descriptions[0] !== descriptions[1]
        if (isChanged) counts.changed++
        const isReportedChanged = trial.add({
          order,
          line,
          facts: of.facts,
          request: lines[0] ?? { quantity: 1, reason: '' },
          today: dayNumber(day),
        })
        expect(isReportedChanged).toBe(isChanged)
      }
      const { before, after, lines, changed } = trial
      expect({ lines, changed, allowed: [before.allowed, after.allowed], fees: [before.fees, after.fees] }).toEqual({
        lines: all.length,
        ...counts,
      })
    }),
    { numRuns: 400 },
  ))
