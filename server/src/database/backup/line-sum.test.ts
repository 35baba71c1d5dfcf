import { expect, test } from 'vitest'
import { lineSum } from './line-sum.ts'

const sumOf = (...pieces: string[]) => {
  const sum = lineSum()
  for (const piece of pieces) sum.add(Buffer.from(piece))
  return sum.total()
}
const whole = sumOf('1\tAda\n2\tGrace\n3\t\\N\n')

test.each([
  ['another order of the rows', ['3\t\\N\n1\tAda\n2\tGrace\n']],
  ['pieces that are cut anywhere', ['1\tA', 'da', '\n2\tGrace\n3', '\t\\N\n', '']],
])('%s gives the same sum', (_what, pieces) => expect(sumOf(...pieces)).toEqual(whole))

test.each([
  ['a value', '1\tAdb\n2\tGrace\n3\t\\N\n'],
  ['a row less', '1\tAda\n2\tGrace\n'],
  ['a row twice', '1\tAda\n2\tGrace\n3\t\\N\n3\t\\N\n'],
  ['values changed over between rows', '1\tGrace\n2\tAda\n3\t\\N\n'],
  ['a row cut in two', '1\tAda\n2\t\nGrace\n3\t\\N\n'],
  ['one row up, another down', '2\tAda\n1\tGrace\n3\t\\N\n'],
])('%s gives another sum', (_what, text) => expect(sumOf(text)).not.toEqual(whole))

test('a hundred thousand rows that differ in one digit give different sums', () => {
  const sums = new Set(Array.from({ length: 100_000 }, (_, row) => sumOf(`${row}\n`).sum))
  expect(sums.size).toBe(100_000)
})
