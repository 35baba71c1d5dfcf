import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeClient } from './make-client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
const make = (code: string, name = 'Acme', currency = 'GBP') =>
  makeClient({ ownerUrl: database.ownerUrl, code, name, currency })

test('a client is made once, with its audit row', async () => {
  await make('NEW', 'New Shop', 'EUR')
  expect(await database.asOwner('select client_code, name, currency_code, active from clients')).toEqual([
    { client_code: 'NEW', name: 'New Shop', currency_code: 'EUR', active: true },
  ])
  expect(await database.asOwner('select act from audit')).toEqual([{ act: 'client.created' }])
  await expect(make('NEW')).rejects.toThrow('There is a client NEW already.')
})

test.each([
  ['two words', 'Acme', 'GBP', /^A client code is/],
  ['All_client', 'Acme', 'GBP', /^A client code is/],
  ['OK', ' ', 'GBP', /^Give the client a name/],
  ['OK', 'Acme', 'XQQ', /^There is no currency XQQ/],
])('%s, %s, %s is refused', async (code, name, currency, message) => {
  await expect(make(code, name, currency)).rejects.toThrow(message)
})
