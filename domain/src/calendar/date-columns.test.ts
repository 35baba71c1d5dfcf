import { expect, test } from 'vitest'
import { DateColumns } from './date-columns.ts'

const column = { field: 'orderDate', title: 'Order date', column: 'Placed' }
const judge = (texts: readonly string[]) => {
  const columns = new DateColumns([column])
  for (const [at, text] of texts.entries()) columns.see(() => text, at + 2)
  return { isAsked: columns.isAsked, found: columns.contradictions() }
}

test.each<[readonly string[], boolean]>([
  [['2014-08-27', '2-Jun-06', '', 'nonsense'], false],
  [['3/4/2014'], true],
  [['3/4/2014', '27/8/2014', '2014-08-27'], true],
])('%j do not contradict one another', (texts, isAsked) => expect(judge(texts)).toEqual({ isAsked, found: [] }))

test('a month-first column is refused with the format that fits all of it', () =>
  expect(judge(['3/4/2014', '8/27/2014', '8/28/2014']).found).toEqual([
    {
      field: 'orderDate',
      ofColumn:
        'The dates of column Placed contradict the order in which they are read: 8/27/2014 (line 3) has its month first, and days come first where no format is given. ' +
        'All of them fit the format 8/27/14 (month first): choose it for Order date in a mapping.',
      ofRow:
        'Order date can be read in two ways, and others in its column have the month first, like 8/27/14: choose the format in a mapping',
    },
  ]))

test('a column with both orders is refused with a row of each', () =>
  expect(judge(['27/8/2014', '8/27/2014']).found).toMatchObject([
    {
      ofColumn:
        'The dates of column Placed contradict one another: 8/27/2014 (line 3) has its month first, and 27/8/2014 (line 2) its day. ' +
        'No format fits all of them: write them alike, or choose in a mapping which one Order date has.',
    },
  ]))

test.each([
  [['', '2014-08-27', '2-Jun-06'], 'As written, like 2014-08-27 (line 3).', false],
  [['3/4/2014', '27/8/2014'], 'With the day first: 27/8/2014 (line 3) can be read in no other way.', false],
  [
    ['2014-08-27', '3/4/2014'],
    'With the day first, as nothing says otherwise: 3/4/2014 (line 3) could have its month first. If it does, choose the format of Order date in a mapping.',
    true,
  ],
  [['', ''], 'The column is empty.', false],
] as const)('how the column %j is read is told', (texts, text, isAssumed) => {
  const columns = new DateColumns([column])
  for (const [at, cell] of texts.entries()) columns.see(() => cell, at + 2)
  expect(columns.findings()).toEqual([{ field: 'orderDate', column: 'Placed', text, isAssumed }])
})
