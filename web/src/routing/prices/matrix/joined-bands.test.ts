import { expect, test } from 'vitest'
import { joinedRows, joinText } from './joined-bands.ts'
import type { RowValues } from '../price-shape.ts'
import { BLANK_ROW } from '../price-values.ts'

const row = (from: string, to: string, given: Partial<RowValues> = {}) => ({ ...BLANK_ROW, from, to, ...given })

test('bands written in steps of 0.01 kg are joined as they are typed; a true gap and what cannot be read stay', () => {
  const rows = [row('0', '69.99'), row('70', '99.99'), row('100', '299.99'), row('350', ''), row('x', '')]
  const { rows: after, joined, example } = joinedRows(rows, 'By Weight Matrix')
  expect(after.map(({ from, to }) => [from, to])).toEqual([
    ['0', '69.99'],
    ['69.99', '99.99'],
    ['99.99', '299.99'],
    ['350', ''],
    ['x', ''],
  ])
  expect(joined).toBe(2)
  expect(joinText({ joined, example }, 'By Weight Matrix')).toBe(
    '2 bands start just after the previous one ends, for example 69.99 then 70. Weights in between have no price.',
  )
  expect(joinText({ joined: 1, example }, 'By Weight Matrix')).toBe(
    '1 band starts just after the previous one ends: 69.99 then 70. Weights in between have no price.',
  )
  expect(joinedRows(after, 'By Weight Matrix').joined).toBe(0)
})

test('a row whose day cannot be read is left out', () => {
  const rows = [row('0', '0.99', { betweenFrom: 'soon', betweenTo: 'later' }), row('1', '')]
  expect(joinedRows(rows, 'By Weight Matrix')).toEqual({ rows, joined: 0, example: undefined })
})
