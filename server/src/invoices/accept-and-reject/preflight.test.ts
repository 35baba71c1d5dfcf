import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  await makeClient(portal.testDatabase, { code: 'ACME', name: 'Acme Ltd' })
  operator = {
    ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
})
afterAll(() => portal.close())

test('the pre-flight refuses what accepting refuses: differences above the limit for one invoice', async () => {
  const body = {
    carrierCode: 'DPD',
    row: { money: '0.10', percent: null },
    charge: { money: '0.10', percent: null },
    invoice: '0.60',
  }
  expect((await portal.call(invoices.saveTolerance, { body }, operator)).status).toBe(200)
  const within = { client: 'ACME', verdict: 'Within tolerance' as const, billed: 45_900 }
  const [large, small] = [
    await makeInvoice(portal.testDatabase, { rows: Array.from({ length: 8 }, () => within) }),
    await makeInvoice(portal.testDatabase, { rows: [within] }),
  ]
  const both = await portal.call(invoices.preflight, { body: { summaryIDs: [large.id, small.id] } }, operator)
  expect(both.body).toMatchObject({
    accepted: [{ rows: 1, billed: '4.59', variance: '0.09' }],
    left: [{ verdict: 'Within tolerance', rows: 8 }],
    refused: [{ summaryID: large.id, message: expect.stringContaining('£0.72') }],
    most: 1,
  })
  const accept = (summaryIDs: string[]) => portal.call(invoices.acceptMatched, { body: { summaryIDs } }, operator)
  expect(await accept([large.id])).toMatchObject({ status: 422, body: { message: both.body.refused[0]?.message } })
  expect(await accept([small.id])).toMatchObject({ status: 200, body: { done: 1 } })
})
