import { expect, test, vi } from 'vitest'
import { mayBeUser, shownName } from './shown-name.ts'

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
  const lookUp = vi.fn<typeof isStaff>(isStaff)
  expect(shownName(name, lookUp)).toBe(shown)
  expect(lookUp.mock.calls.length > 0, 'only of users it is asked whether they are staff').toBe(mayBeUser(name))
})
