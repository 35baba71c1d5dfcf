import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { searchSku } = contract.stock
let portal: TestPortal
let as: SignedIn & { client: string }
beforeAll(async () => {
  portal = await openTestPortal()
  as = await makeSession(portal.testDatabase)
  const skus: [string, string, string][] = [
    ['MUG-1', '  Blue mug ', '4.5'],
    ['MUG-10', 'amber Mug', '4.25'],
    ['mug-2', 'Chipped mug', '1'],
    ['100%', 'Wool, 100% pure', '20'],
    ['A_B', 'Underscore', '0.0001'],
    ['AXB', 'No underscore', '3'],
    ['BACK\\SLASH', 'Odd', '3'],
  ]
  for (const [code, description, unitValue] of skus)
    await makeSku(portal.testDatabase, { client: as.client, code, description, unitValue })
  const other = await makeSession(portal.testDatabase)
  await makeSku(portal.testDatabase, { client: other.client, code: 'MUG-9', description: 'Foreign mug' })
})
afterAll(() => portal.close())

const codes = async (body: { search?: string; page?: number; limit?: number }) =>
  (await portal.call(searchSku, { body }, as)).body.rows.map(({ Code }) => Code)

test.each([
  ['mug', ['MUG-10', 'MUG-1', 'mug-2']],
  ['MUG-1', ['MUG-1', 'MUG-10']],
  ['mug-10', ['MUG-10']],
  ['pure', ['100%']],
  ['%', ['100%']],
  ['_', []],
  ['a_b', ['A_B']],
  ['\\', []],
  ['back\\', ['BACK\\SLASH']],
  ['ug-1', []],
  ['Foreign', []],
  ["' or 1=1 --", []],
])('%j finds %j: the exact code first, then by description in any case', async (search, found) => {
  expect(await codes({ search })).toEqual(found)
})

test('without a search text it returns the first SKUs up to the limit', async () => {
  expect(await codes({})).toHaveLength(7)
  expect(await codes({ limit: 2 })).toEqual((await codes({})).slice(0, 2))
})

test('a search gives the total, the next page, and all matches', async () => {
  const { rows, total } = (await portal.call(searchSku, { body: { search: 'mug', limit: 2 } }, as)).body
  expect([rows.length, total]).toEqual([2, 3])
  expect(await codes({ search: 'mug', limit: 2, page: 2 })).toEqual(['mug-2'])
  expect(await codes({ search: 'mug', limit: 2, page: 3 })).toEqual([])
  expect(await codes({ limit: 999_999 })).toHaveLength(7)
})

test('a row has a trimmed description and the exact price', async () => {
  const { rows } = (await portal.call(searchSku, { body: { search: 'MUG-1', limit: 1 } }, as)).body
  expect(rows).toEqual([{ Code: 'MUG-1', Item_Description: 'Blue mug', unitValue: '4.50', isUnknownSku: false }])
})
