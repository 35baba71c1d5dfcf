import { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { db } from './sql.ts'

test('reads that wait for a connection cost one packet each, with the commit before', async () => {
  const testDatabase = await createTestDatabase()
  const database = openDatabase({ appUrl: testDatabase.appUrl, connections: 1 })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await database.close()
    await testDatabase.drop()
  })
  const read = () => database.transaction((transaction) => transaction.rows(sql`select 1`.compile(db)))
  await read()
  const sent = vi.spyOn(Socket.prototype, 'uncork')
  await Promise.all(Array.from({ length: 50 }, read))
  expect(sent.mock.calls.length).toBeLessThan(60)
})
