import { expect, test } from 'vitest'
import { book, route } from '../../testing/rule-books.ts'
import { routeName, nameHold } from './route-name.ts'

test.each([
  [{ sku: 'MUG-1' }, [], 'SKU MUG-1'],
  [{ sku: 'MUG-1' }, ['AB'], 'SKU MUG-1 (region AB)'],
  [{ sku: 'MUG-1' }, ['AB', 'AL', 'ZE', 'KW'], 'SKU MUG-1 (4 regions)'],
  [{ category: 'Beds' }, [], 'category Beds'],
  [{ category: 'Beds' }, ['AB', 'AL'], 'category Beds (2 regions)'],
])('a route of %j in %j is called %s', (by, regions, name) => {
  expect(routeName({ by, regions })).toBe(name)
})

test('a hold gets the names of its routes, or the ids of unknown ones', () => {
  const rules = book({
    fixedRouting: [route('1', { sku: 'BED' }), route('2', { category: 'Beds' }, { regions: ['AB'] })],
  })
  const hold = { carrier: 'DPD', clientMethodID: null, customPreferenceIDs: ['2', '1', '9'] }
  expect(nameHold(hold, rules)).toEqual({ ...hold, routes: ['category Beds (region AB)', 'SKU BED', '9'] })
  expect(nameHold(null, rules)).toBeNull()
})
