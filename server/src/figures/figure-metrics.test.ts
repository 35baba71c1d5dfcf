import { dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { proveFigures } from './prove.ts'
import { recountAll } from './recount.ts'

const TOKEN = 'a token of the metrics, of thirty-two letters'
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ metricsToken: TOKEN })
  await makeClient(portal.testDatabase, { code: 'ACME' })
})
afterAll(() => portal.close())

const metric = async (name: string) => {
  const { body } = await portal.request('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(String(body['text']))?.[1])
}

test('metrics say what is still to be counted, and what the nightly job found wrong, which names it', async () => {
  await portal.testDatabase.asOwner(
    "insert into stale_days (kind, client_code, day, marked_at) values ('order', 'ACME', '2026-03-01', now() - interval '1 minute')",
  )
  expect([await metric('figures_marks'), (await metric('figures_oldest_mark_seconds')) >= 60]).toEqual([1, true])
  await recountAll(portal.database)
  expect([await metric('figures_marks'), await metric('figures_oldest_mark_seconds')]).toEqual([0, 0])
  await portal.testDatabase.asOwner(
    "insert into exception_facts values ('ACME', current_date, 'DPD', 'on_hold', '', 3)",
  )
  const run = () => proveFigures(portal.database, { today: dayOf(new Date()), balances: [] })
  await expect(run()).rejects.toThrow(/^Some figures differed from the records, and are recounted: ACME, exceptions of/)
  expect(await metric('figures_wrong_days')).toBe(1)
  await recountAll(portal.database)
  await run()
  expect(await portal.testDatabase.asOwner('select from exception_facts')).toEqual([])
})
