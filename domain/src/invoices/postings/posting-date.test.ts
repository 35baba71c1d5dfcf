import { expect, test } from 'vitest'
import { futureDateProblem, postingDateProblem } from './posting-date.ts'

const today = '2026-03-20'

test.each([
  ['2026-03-20', undefined],
  ['2026-01-01', undefined],
  ['2026-03-21', 'A posting date cannot be in the future. Choose 20 Mar 2026 or an earlier day.'],
])('%s as the posting date on 20 March', (date, problem) => {
  expect(futureDateProblem({ date, today })).toBe(problem)
})

const DATED = 'Invoice 4711 is dated 10 Mar 2026. Choose that date, a later one or today.'
const POSTED = 'Invoice 4711 was last posted on 15 Mar 2026. Choose that date or a later one.'
test.each([
  ['the invoice’s own date is allowed', '2026-03-10', '2026-03-10', null, undefined],
  ['a day before it is not', '2026-03-09', '2026-03-10', null, DATED],
  ['today is allowed for an invoice with a future date', today, '2026-03-27', null, undefined],
  ['a correction has the date of its posting or a later one', '2026-03-15', '2026-03-10', '2026-03-15', undefined],
  ['a correction cannot have an earlier date', '2026-03-14', '2026-03-10', '2026-03-15', POSTED],
])('%s', (_title, date, invoiceDay, lastPostedOn, problem) => {
  expect(postingDateProblem({ invoiceNumber: '4711', invoiceDay, lastPostedOn }, { date, today })).toBe(problem)
})
