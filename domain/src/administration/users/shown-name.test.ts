import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

const isStaff = (name: string) => ({ zebedee: true, ada: false })[name]

test.each([
  ['zebedee', 'Despatch operations'],
  ['ada', 'ada'],
  ['grace', 'A former user'],
  ['npm run feed (zebedee)', 'Despatch operations'],
  ['API key Warehouse', 'API key Warehouse'],
  ['Despatch', 'Despatch'],
  ['Returns portal', 'Returns portal'],
  ['', ''],
])('%s reads %s', (name, shown) => {
  expect(shownName(name, isStaff)).toBe(shown)
})
