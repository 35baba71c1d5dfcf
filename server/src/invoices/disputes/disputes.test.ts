import { contract } from '@despatch/contract/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
let birch: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code, name: `${code} Ltd` })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
  birch = await makeSession(on, { clients: ['BIRCH'] })
})
afterAll(() => portal.close())

type Rows = Parameters<typeof makeInvoice>[1]['rows']
const OVER = { client: 'ACME', verdict: 'Overcharged', billed: 55_000 } as const
const UNKNOWN = { client: '', verdict: 'Not found', billed: 30_000, expected: 0 } as const
const NOT_JUDGED = { client: 'BIRCH', verdict: 'Not judged', expected: null } as const

const invoice = (rows: Rows, given: Partial<Parameters<typeof makeInvoice>[1]> = {}) =>
  makeInvoice(portal.testDatabase, { rows, ...given })
const rejectRows = (parcels: readonly string[], more: { claimed?: string; reason?: string } = {}, as = operator) =>
  portal.call(
    invoices.decideParcels,
    { params: { value: 'rejected' }, body: { parcelIDs: parcels.join(), reason: 'Too heavy', ...more } },
    as,
  )
const accept = (parcels: readonly string[]) =>
  portal.call(invoices.decideParcels, { params: { value: 'accepted' }, body: { parcelIDs: parcels.join() } }, operator)
const undo = (parcels: readonly string[]) =>
  portal.call(invoices.undoParcels, { body: { parcelIDs: parcels.join() } }, operator)
const disputesOf = async (summaryID: string) =>
  (await portal.call(invoices.disputes, { query: { summaryID, sort: 'number' } }, operator)).body.disputes
const only = async (summaryID: string) => {
  const [dispute, another] = await disputesOf(summaryID)
  if (!dispute || another) throw new Error('Not one dispute')
  return dispute
}
const read = async (disputeID: string) =>
  (await portal.call(invoices.dispute, { params: { disputeID } }, operator)).body
type Act = 'send' | 'refuse' | 'write-off' | 'reopen'
const act = (what: Act, disputes: readonly { disputeID: string; version?: number }[], reason = 'as they said') =>
  portal.call(
    invoices.actOnDisputes,
    {
      params: { act: what },
      body: {
        disputes: disputes.map(({ disputeID, version }) => ({ disputeID, ...(version && { version }) })),
        reason,
      },
    },
    operator,
  )
const told = (text: string) => ({ status: 422, body: { message: expect.stringContaining(text) } })

describe('rejecting opens a dispute', () => {
  test('for overcharges, and for all that is not owed; correct rows claim nothing', async () => {
    const { id, parcels } = await invoice([OVER, UNKNOWN, NOT_JUDGED, { client: 'ACME' }])
    const asked = await portal.call(invoices.rejection, { body: { of: 'parcels', ids: parcels.join() } }, operator)
    expect(asked.body).toMatchObject({
      claims: [
        { verdict: 'Matched', rows: 1, claimed: '0.00' },
        { verdict: 'Not found', rows: 1, claimed: '3.00' },
        { verdict: 'Not judged', rows: 1, claimed: '4.50', wholeRows: 1 },
        { verdict: 'Overcharged', rows: 1, claimed: '1.00' },
      ],
      unclaimed: 1,
      disputed: 0,
    })
    const { body } = await rejectRows(parcels)
    const dispute = await only(id)
    expect(body).toMatchObject({ done: 4, disputes: [{ number: dispute.number, claimed: '8.50', currency: 'GBP' }] })
    expect(body.message).toBe(`4 rows rejected. Dispute ${dispute.number} claims £8.50.`)
    expect(dispute).toMatchObject({
      number: `D-${dispute.disputeID.padStart(6, '0')}`,
      state: 'open',
      rows: 3,
      claimed: '8.50',
      open: '8.50',
      reason: 'Too heavy',
      dueDay: '2026-02-04',
      payable: 'billed less disputed',
    })
    const rows = await portal.call(
      invoices.disputeRows,
      { params: { disputeID: dispute.disputeID }, query: { page: '2', limit: '2' } },
      operator,
    )
    expect(rows.body).toMatchObject({
      rows: [
        { parcelID: parcels[2], clientCode: 'BIRCH', claimed: '4.50', parts: [{ category: 'base', claimed: '4.50' }] },
      ],
      pageInfo: { total: 3 },
    })
    expect((await read(dispute.disputeID)).history).toMatchObject([
      { what: 'opened', text: 'Too heavy', amount: '8.50' },
    ])
  })

  test('for a whole invoice, by the terms of its carrier', async () => {
    const body = { carrierCode: 'YODEL', payable: 'billed' as const, deadlineDays: 60, email: 'claims@yodel.example' }
    expect((await portal.call(invoices.saveDisputeTerms, { body }, operator)).status).toBe(200)
    const { id } = await invoice([OVER, { client: 'ACME' }], { carrier: 'YODEL' })
    await portal.call(
      invoices.decideSummary,
      { params: { id: 'rejected' }, body: { summaryID: id, reason: 'wrong price' } },
      operator,
    )
    const dispute = await only(id)
    expect(dispute).toMatchObject({ claimed: '1.00', payable: 'billed', dueDay: '2026-03-06' })
    expect(await read(dispute.disputeID)).toMatchObject({ email: 'claims@yodel.example' })
  })

  test('for a chosen amount of one row, up to what it bills', async () => {
    const { id, parcels } = await invoice([NOT_JUDGED, { client: 'ACME' }])
    expect(await rejectRows(parcels, { claimed: '1.20' })).toMatchObject({ status: 400 })
    expect(await rejectRows(parcels.slice(0, 1), { claimed: '4.51' })).toMatchObject(told('At most 4.50'))
    await rejectRows(parcels.slice(0, 1), { claimed: '1.20' })
    expect(await only(id)).toMatchObject({ rows: 1, claimed: '1.20' })
  })

  test('opens none without a claim, and leaves disputed rows where they are', async () => {
    const { id, parcels } = await invoice([{ client: 'ACME' }, OVER])
    expect((await rejectRows(parcels.slice(0, 1))).body.disputes).toEqual([])
    await rejectRows(parcels.slice(1))
    const { disputeID } = await only(id)
    await rejectRows(parcels, { reason: 'Another reason' })
    expect(await only(id)).toMatchObject({ disputeID, reason: 'Too heavy', claimed: '1.00' })
    const again = await portal.call(invoices.rejection, { body: { of: 'parcels', ids: parcels.join() } }, operator)
    expect(again.body).toMatchObject({ unclaimed: 1, disputed: 1 })
  })
})

describe('an open dispute', () => {
  test('loses rows that are undone or accepted, and is deleted with the last', async () => {
    const { id, parcels } = await invoice([OVER, OVER, UNKNOWN])
    const { commandId } = (await rejectRows(parcels)).body
    const { disputeID } = await only(id)
    await undo(parcels.slice(0, 1))
    await accept(parcels.slice(1, 2))
    expect(await only(id)).toMatchObject({ disputeID, rows: 1, claimed: '3.00' })
    expect((await read(disputeID)).history).toMatchObject([
      { what: 'opened' },
      { what: 'rows taken out', text: '1', amount: '1.00' },
      { what: 'rows taken out', text: '1', amount: '1.00' },
    ])
    const undone = await portal.call(invoices.undo, { params: { commandId } }, operator)
    expect(undone).toMatchObject({ status: 200, body: { done: 1 } })
    expect(await disputesOf(id)).toEqual([])
  })

  test('comes back when undoing an acceptance rejects a row again', async () => {
    const { id, parcels } = await invoice([OVER])
    await rejectRows(parcels)
    const { commandId } = (await accept(parcels)).body
    expect(await disputesOf(id)).toEqual([])
    await portal.call(invoices.undo, { params: { commandId } }, operator)
    expect(await only(id)).toMatchObject({ claimed: '1.00', reason: 'Too heavy' })
  })

  test('is deleted with its rows, and with its invoice', async () => {
    const { id, parcels } = await invoice([OVER, OVER, OVER])
    await rejectRows(parcels)
    const { disputeID } = await only(id)
    await portal.call(invoices.removeParcels, { query: { id: parcels[0] ?? '' } }, operator)
    expect(await only(id)).toMatchObject({ rows: 2, claimed: '2.00' })
    expect((await portal.call(invoices.removeSummary, { query: { id } }, operator)).status).toBe(200)
    expect((await portal.call(invoices.dispute, { params: { disputeID } }, operator)).status).toBe(404)
  })
})

describe('a sent dispute', () => {
  test('keeps its rows until it is settled; then they can be accepted', async () => {
    const { id, parcels } = await invoice([OVER, OVER])
    const other = await invoice([OVER])
    await rejectRows(parcels.slice(0, 1))
    const { disputeID } = await only(id)
    expect((await act('send', [{ disputeID }])).body).toMatchObject({
      done: 1,
      receipts: [{ isDone: true, before: 'open', after: 'sent' }],
    })
    expect(await act('send', [{ disputeID }])).toMatchObject(told('is sent'))
    expect(await undo(parcels)).toMatchObject(told('is not settled'))
    expect(await accept(parcels)).toMatchObject(told('Mark it refused or write it off first'))
    for (const removal of [
      portal.call(invoices.removeParcels, { query: { id: parcels.join() } }, operator),
      portal.call(invoices.removeSummary, { query: { id: `${other.id},${id}` } }, operator),
    ])
      expect(await removal).toMatchObject(told('Nothing was deleted'))
    const left = await portal.call(invoices.summary, { query: { summaryID: other.id } }, operator)
    expect(left.body.summary).toHaveLength(1)
    expect(await act('refuse', [{ disputeID }], '')).toMatchObject({ status: 400 })
    await act('refuse', [{ disputeID }], 'Weighed twice')
    expect(await only(id)).toMatchObject({ state: 'refused', open: '0.00', closedReason: 'Weighed twice' })
    expect((await accept(parcels)).status).toBe(200)
    expect(await act('reopen', [{ disputeID }])).toMatchObject(told('Reject the rows instead'))
    await rejectRows(parcels.slice(0, 1))
    expect((await disputesOf(id)).map(({ state }) => state)).toEqual(['refused', 'open'])
  })

  test('is written off and opened again', async () => {
    const { id, parcels } = await invoice([OVER])
    await rejectRows(parcels)
    const { disputeID } = await only(id)
    await act('send', [{ disputeID }])
    await act('write-off', [{ disputeID }], 'Too small')
    expect(await only(id)).toMatchObject({ state: 'written off' })
    await act('reopen', [{ disputeID }])
    expect(await only(id)).toMatchObject({ state: 'sent', closedReason: '', open: '1.00' })
    expect((await read(disputeID)).history.map(({ what }) => what)).toEqual([
      'opened',
      'sent',
      'written off',
      'reopened',
    ])
  })

  test('has a receipt when many are changed; one that someone else changed stays', async () => {
    const ids: { disputeID: string; version: number }[] = []
    for (let count = 0; count < 3; count++) {
      const { id, parcels } = await invoice([OVER])
      await rejectRows(parcels)
      ids.push(await only(id))
    }
    const [first, second] = ids
    if (!first || !second) throw new Error('No disputes')
    await act('send', [first])
    expect(await act('send', [{ ...second, version: second.version + 7 }])).toMatchObject({ status: 409 })
    const { body } = await act('send', ids)
    expect(body).toMatchObject({
      done: 2,
      receipts: [{ isDone: false, message: expect.stringContaining('Someone') }, {}, {}],
    })
  })

  test('changed by two users at once is settled by one, and the other is refused', async () => {
    const { id, parcels } = await invoice([OVER])
    await rejectRows(parcels)
    const dispute = await only(id)
    const answers = await Promise.all([act('refuse', [dispute]), act('write-off', [dispute])])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const second = await invoice([OVER])
    await rejectRows(second.parcels)
    const { disputeID } = await only(second.id)
    const [sent, undone] = await Promise.all([act('send', [{ disputeID }]), undo(second.parcels)])
    expect([sent.status, undone.status]).toSatisfy(
      ([one, other]: number[]) => (one === 200 && other === 422) || (one === 404 && other === 200),
    )
  })
})

describe('the list', () => {
  test('filters by number, state, carrier and age, and sums by carrier', async () => {
    const { id, parcels } = await invoice([OVER], { carrier: 'EVRI', carrierName: 'Evri', day: '2025-01-05' })
    await rejectRows(parcels)
    const { disputeID, number } = await only(id)
    const found = async (query: Record<string, string>) =>
      (await portal.call(invoices.disputes, { query }, operator)).body.disputes.map((one) => one.disputeID)
    expect(await found({ search: number.toLowerCase() })).toEqual([disputeID])
    expect(await found({ search: 'evri', state: 'open', overdue: 'true', age: 'over 90 days' })).toEqual([disputeID])
    expect(await found({ carrier: 'EVRI', age: 'not due' })).toEqual([])
    expect(await found({ carrier: 'EVRI', state: 'unsettled' })).toEqual([disputeID])
    const { body } = await portal.call(invoices.disputeAgeing, {}, operator)
    const evri = body.carriers.find(({ carrierCode }) => carrierCode === 'EVRI')
    expect(evri).toMatchObject({ carrierName: 'Evri', currency: 'GBP', disputes: 1, open: '1.00' })
    expect(evri?.ages.at(-1)).toEqual({ age: 'over 90 days', disputes: 1, open: '1.00' })
    await act('refuse', [{ disputeID }])
    expect(await found({ carrier: 'EVRI', state: 'unsettled' })).toEqual([])
    expect(await found({ carrier: 'EVRI' })).toEqual([disputeID])
  })

  test('is for the operator only', async () => {
    const { id, parcels } = await invoice([OVER])
    await rejectRows(parcels)
    const { disputeID } = await only(id)
    for (const as of [acme, birch])
      for (const answer of [
        await portal.call(invoices.disputes, { query: {} }, as),
        await portal.call(invoices.disputeAgeing, {}, as),
        await portal.call(invoices.dispute, { params: { disputeID } }, as),
        await portal.call(invoices.disputeRows, { params: { disputeID }, query: {} }, as),
        await portal.call(invoices.actOnDisputes, { params: { act: 'send' }, body: { disputes: [{ disputeID }] } }, as),
        await portal.call(invoices.disputeTerms, {}, as),
      ])
        expect(answer.status).toBe(403)
  })
})

describe('the pack', () => {
  const file = (disputeID: string, as: SignedIn) =>
    fetch(`${portal.url}/api/invoice/disputes/${disputeID}/pack?isFile=true`, {
      headers: { access_token: as.token, client: as.client ?? '' },
    })

  test("is a workbook with a cover and each row's evidence, in cells of their types", async () => {
    const { id, number, parcels } = await invoice([OVER, UNKNOWN], {
      carrier: 'HERON',
      carrierName: 'Heron',
      mark: '=cmd()',
    })
    const contact = { email: 'claims@heron.example', contact: 'Claims desk' }
    await portal.call(
      invoices.saveDisputeTerms,
      { body: { carrierCode: 'HERON', payable: 'billed', deadlineDays: 60, ...contact } },
      operator,
    )
    await rejectRows(parcels, { reason: '+ wrong price' })
    const dispute = await only(id)
    const answer = await file(dispute.disputeID, operator)
    expect(answer.headers.get('content-disposition')).toContain(`Dispute ${dispute.number}.xlsx`)
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    const [cover, evidence] = sheets
    expect(Object.fromEntries((cover?.rows ?? []) as [string, unknown][])).toMatchObject({
      Dispute: dispute.number,
      Carrier: 'Heron',
      'Send to': 'Claims desk, claims@heron.example',
      Invoice: number,
      Reason: '+ wrong price',
      Deadline: expect.any(Date),
      Prepared: expect.any(Date),
      'Rows disputed': '2',
      'Billed for these rows, net': 8.5,
      'Claimed, net': 4,
      'Please answer to': 'Test User',
    })
    const [header = [], ...rows] = evidence?.rows ?? []
    const first = Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index]]))
    expect(rows).toHaveLength(2)
    expect(first).toMatchObject({
      Invoice: number,
      Line: '1',
      'Service billed': '=cmd()',
      'Charge codes': 'BASE',
      'Billed, net': 5.5,
      'Expected, net': 4.5,
      'Claimed, net': 1,
      'Claimed by kind of charge': 'base 1.00',
      Currency: 'GBP',
      Why: '+ wrong price',
    })
  })

  test('is for the operator only', async () => {
    const { id, parcels } = await invoice([OVER])
    await rejectRows(parcels)
    const { disputeID } = await only(id)
    expect((await file(disputeID, acme)).status).toBe(403)
    expect((await file('999999', operator)).status).toBe(404)
  })
})
