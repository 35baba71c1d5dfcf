import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import {
  goshawkFile,
  goshawkParcel,
  goshawkRow,
  openGoshawkPortal,
  sendInvoices,
  settledImport,
} from '../../testing/invoices/goshawk.ts'
import type { SignedIn, TestPortal } from '../../testing/test-portal.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeAgain } from './judge-again.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  ;({ portal, operator } = await openGoshawkPortal())
})
afterAll(() => portal.close())

async function imported(name: string, ...rows: string[]): Promise<string> {
  const { body } = await sendInvoices(portal.url, { [name]: goshawkFile(...rows) }, operator)
  const is = await settledImport(portal, body.imports[0]?.importID ?? '', operator)
  expect(is).toMatchObject({ state: 'Imported' })
  return is.invoices[0]?.summaryID ?? ''
}
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels

async function again(summaryID: string, rows: number[]) {
  const { appUrl } = portal.testDatabase
  const database = openDatabase({ appUrl, connections: 2 })
  try {
    const clients = await asOperator(database, async (_transaction, codes) => codes)
    return await database.copying(clients, (connection) => judgeAgain(connection, Number(summaryID), rows, { clients }))
  } finally {
    await database.close()
  }
}

test('rows are judged with what is known now; decided ones stay', async () => {
  await goshawkParcel(portal.testDatabase, 'ACME', 'GOS20000001')
  const summaryID = await imported(
    'late.csv',
    goshawkRow('L-1', 'GOS20000001'),
    goshawkRow('L-1', 'GOS20000002', '5.00'),
    goshawkRow('L-1', 'GOS20000003'),
  )
  const before = await rowsOf(summaryID)
  expect(before.map(({ verdict }) => verdict)).toEqual(['Matched', 'Not found', 'Not found'])
  const parcelIDs = before[2]?.parcelID ?? ''
  await portal.call(invoices.decideParcels, { params: { value: 'accepted' }, body: { parcelIDs } }, operator)
  await goshawkParcel(portal.testDatabase, 'BIRCH', 'GOS20000002')
  await goshawkParcel(portal.testDatabase, 'BIRCH', 'GOS20000003')
  expect(await again(summaryID, [1, 2, 3])).toEqual({ judged: [1, 2], changed: 1 })
  expect(await rowsOf(summaryID)).toMatchObject([
    { ...before[0] },
    { clientCode: 'BIRCH', verdict: 'Overcharged', variance: '0.50', status: 'Imported' },
    { verdict: 'Not found', clientCode: '', status: 'Accepted', version: 2 },
  ])
  const { body } = await portal.call(invoices.summary, { query: { summaryID } }, operator)
  expect(body.summary[0]).toMatchObject({ variance: '5.00', parcelClient: 'ACME Ltd, BIRCH Ltd' })
})

test('a row judged again does not count as billed before itself', async () => {
  await goshawkParcel(portal.testDatabase, 'ACME', 'GOS20000010')
  const first = await imported('first.csv', goshawkRow('L-2', 'GOS20000010'))
  const second = await imported('second.csv', goshawkRow('L-3', 'GOS20000010'))
  await again(first, [1])
  await again(second, [1])
  const verdicts = [...(await rowsOf(first)), ...(await rowsOf(second))].map(({ verdict }) => verdict)
  expect(verdicts).toEqual(['Matched', 'Already billed'])
})

const FUEL = {
  carrierCode: 'GOS',
  clientCode: '',
  chargeCode: '',
  category: 'fuel',
  chargeText: 'Fuel',
  amount: { kind: 'money', money: '0.40', per: 'parcel' },
  when: 'if billed',
  least: null,
  most: null,
  currency: 'GBP',
  from: '2026-01-01',
  to: null,
} as const

test('a new agreed charge applies to imported rows judged again; decided rows stay', async () => {
  for (const number of ['GOS20000021', 'GOS20000022']) await goshawkParcel(portal.testDatabase, 'ACME', number)
  const summaryID = await imported(
    'fuel.csv',
    goshawkRow('L-4', 'GOS20000021', '4.50', '0.40'),
    goshawkRow('L-4', 'GOS20000022', '4.50', '0.40'),
  )
  const [, decided] = await rowsOf(summaryID)
  await portal.call(
    invoices.decideParcels,
    { params: { value: 'rejected' }, body: { parcelIDs: decided?.parcelID ?? '', reason: 'Fuel is not agreed' } },
    operator,
  )
  const { body: agreed } = await portal.call(invoices.saveAgreed, { body: FUEL }, operator)
  expect((await rowsOf(summaryID))[0]).toMatchObject({ verdict: 'Overcharged', variance: '0.40' })
  const judge = () => portal.call(invoices.judgeAgain, { body: { summaryID } }, operator)
  expect((await judge()).body).toEqual({ code: 200, message: '1 row changed.', changed: 1, after: null })
  expect(await rowsOf(summaryID)).toMatchObject([
    { verdict: 'Matched', expected: '4.90', variance: '0.00', causes: [] },
    { verdict: 'Overcharged', variance: '0.40', status: 'Rejected' },
  ])
  const { body: why } = await portal.call(
    invoices.why,
    { query: { parcelID: (await rowsOf(summaryID))[0]?.parcelID ?? '' } },
    operator,
  )
  expect(why.steps.at(-1)?.text).toMatch(/^Fuel: £0.40 a parcel is agreed since 1 Jan 2026/)
  expect((await judge()).body).toMatchObject({ changed: 0, message: 'Nothing changed.' })
  await portal.call(invoices.removeAgreed, { query: { id: agreed.id } }, operator)
})

test('accepted or deleted invoices are not judged again', async () => {
  await goshawkParcel(portal.testDatabase, 'ACME', 'GOS20000031')
  const summaryID = await imported('closed.csv', goshawkRow('L-5', 'GOS20000031'))
  await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator)
  const judge = (id: string) => portal.call(invoices.judgeAgain, { body: { summaryID: id } }, operator)
  expect((await judge(summaryID)).status).toBe(422)
  expect((await judge('999999')).status).toBe(404)
})
