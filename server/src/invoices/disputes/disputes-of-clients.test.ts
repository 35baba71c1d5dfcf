import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices, home } = contract

let portal: TestPortal
let operator: SignedIn & { userId: number }
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  for (const client of ['ACME', 'BIRCH']) {
    await makeClient(on, { code: client, name: client })
    const { parcels } = await makeInvoice(on, { rows: [{ client, verdict: 'Overcharged', billed: 55_000 }] })
    const body = { parcelIDs: parcels.join(), reason: 'Too heavy' }
    await portal.call(invoices.decideParcels, { params: { value: 'rejected' }, body }, operator)
  }
  await on.asOwner('update invoice_disputes set due_day = $1', [addDays(dayOf(new Date()), -1)])
})
afterAll(() => portal.close())

const dueOf = async (client: string) => {
  const { body } = await portal.call(home.counts, {}, { ...operator, client })
  return body.counts.find(({ name }) => name === 'disputes-due')
}
test('Home counts the disputes of the selected client', async () => {
  expect(await dueOf('ACME')).toMatchObject({ count: 1, urgent: 1, amounts: [{ currency: 'GBP', amount: 10_000 }] })
  expect(await dueOf('All_client')).toMatchObject({ count: 2, amounts: [{ currency: 'GBP', amount: 20_000 }] })
})

test('Home shows no invoices to a user from whom costs are hidden', async () => {
  await portal.testDatabase.asOwner(
    `update roles set visibility = visibility || '{"costs": false}'
     where role_id = (select role_id from users where user_id = $1)`,
    [operator.userId],
  )
  const { body } = await portal.call(home.counts, {}, operator)
  expect(body.counts.filter(({ name }) => name === 'disputes-due' || name === 'invoices-to-decide')).toEqual([])
})
