import { contract } from '@despatch/contract/contract'
import { PARCEL_ROW_SORTS, type ParcelRowSort } from '@despatch/contract/invoices/details'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { rowKey } from '../ids.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
/** Each value occurs at least twice, and some are missing; equal values keep the order of the file. */
const ROWS = Array.from({ length: 12 }, (_none, index) => ({
  client: index % 3 === 0 ? 'BIRCH' : 'ACME',
  trackingNumber: `T${(index * 5) % 12}`,
  orderNumber: `O${index % 4}`,
  billed: 40_000 + (index % 5) * 1000,
  expected: index % 6 === 5 ? null : 40_000,
  verdict: index % 2 === 0 ? ('Matched' as const) : ('Overcharged' as const),
}))
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code, name: code })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
})
afterAll(() => portal.close())

type ListQuery = { summaryID: string; sort: ParcelRowSort; desc?: boolean; limit?: number; status?: 'Imported' }

const read = async (body: ListQuery & { page?: number }, as = operator) =>
  (await portal.call(invoices.parcels, { body }, as)).body
/** The numbers of all rows, page by page. */
async function pagesOf(asked: ListQuery, as = operator): Promise<number[]> {
  const numbers: number[] = []
  for (let page = 1; ; page++) {
    const { parcels, pageInfo } = await read({ ...asked, page, limit: 5 }, as)
    numbers.push(...parcels.map(({ parcelID }) => rowKey(parcelID).no))
    if (page * 5 >= pageInfo.total) return numbers
  }
}

test('every sort lists each row once, in both directions, with ties in file order', async () => {
  const { id } = await makeInvoice(portal.testDatabase, { rows: ROWS })
  for (const sort of PARCEL_ROW_SORTS) {
    const up = await pagesOf({ summaryID: id, sort })
    expect(up.toSorted((one, other) => one - other)).toEqual(ROWS.map((_row, index) => index + 1))
    expect(await pagesOf({ summaryID: id, sort, desc: true })).toEqual(up.toReversed())
    expect((await read({ summaryID: id, sort, page: 4, limit: 5 })).parcels).toEqual([])
  }
  expect(await pagesOf({ summaryID: id, sort: 'billed' })).toEqual([1, 6, 11, 2, 7, 12, 3, 8, 4, 9, 5, 10])
  expect((await pagesOf({ summaryID: id, sort: 'expected' })).slice(-2)).toEqual([6, 12])
  expect(await pagesOf({ summaryID: id, sort: 'orderNumber' }, acme)).toEqual([5, 9, 2, 6, 3, 11, 8, 12])
})

test('a sorted or filtered list follows decisions and deletions', async () => {
  const { id, parcels } = await makeInvoice(portal.testDatabase, { rows: ROWS })
  const all = { summaryID: id, sort: 'status' as const }
  const open = { summaryID: id, sort: 'billed' as const, status: 'Imported' as const }
  expect((await pagesOf(all)).at(0)).toBe(1)
  expect(await pagesOf(open)).toHaveLength(12)
  const accept = { params: { value: 'accepted' as const }, body: { parcelIDs: parcels[4] ?? '' } }
  expect(await portal.call(invoices.decideParcels, accept, operator)).toMatchObject({ status: 200 })
  expect((await pagesOf(all)).at(0)).toBe(5)
  expect(await pagesOf(open)).toHaveLength(11)
  expect(await portal.call(invoices.removeParcels, { query: { id: parcels[0] ?? '' } }, operator)).toMatchObject({
    status: 200,
  })
  expect(await pagesOf(open)).toHaveLength(10)
  expect(await pagesOf(open)).not.toContain(1)
})
