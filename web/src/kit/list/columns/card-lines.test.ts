import { expect, test } from 'vitest'
import { columnsOf } from '../features.ts'
import { cardLines } from './card-lines.ts'

type Row = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i', string>>
const column = columnsOf<Row>()

test('a card has the three texts and the two days or figures of most priority, and one text in reserve', () => {
  const lines = cardLines(
    column.columns([
      column.accessor('a', { header: 'Name', meta: { priority: 1 } }),
      column.accessor('b', { header: 'B', meta: { priority: 9 } }),
      column.accessor('c', { header: 'C', meta: { priority: 2 } }),
      column.accessor('d', { header: 'D', meta: { priority: 4, align: 'right' } }),
      column.accessor('e', { header: 'E', meta: { priority: 3, kind: 'day' } }),
      column.accessor('f', { header: 'F', meta: { priority: 5, align: 'right' } }),
      column.accessor('g', { header: 'G' }),
      column.accessor('h', { header: 'H', meta: { priority: 6 } }),
      column.accessor('i', { header: 'I' }),
      column.display({ id: 'buttons' }),
    ]),
  )
  expect(Object.fromEntries(lines)).toEqual({ c: 'text', h: 'text', b: 'text', g: 'more', e: 'fact', d: 'fact' })
})
