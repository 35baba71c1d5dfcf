import { contract } from '@despatch/contract/contract'
import { addDays } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClaimsPortal, openClaimsPortal, today } from '../testing/claims/claims-portal.ts'
import { makeInvoice } from '../testing/invoices/make-invoice.ts'
import { inClient } from '../database/in-client.ts'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import { seeClients } from '../http/authentication/open-session.ts'
import { readClaimParcels } from './judging/claim-facts.ts'
import { settleClaims } from './preparation/settle-claims.ts'

const { claims, invoices } = contract

let world: ClaimsPortal
beforeAll(async () => {
  world = await openClaimsPortal()
})
afterAll(() => world.portal.close())
const containing = (status: number, text: string) => ({ status, body: { message: expect.stringContaining(text) } })

describe('beside invoices', () => {
  const billed = (trackingNumber: string, more: object = {}) =>
    makeInvoice(world.portal.testDatabase, {
      day: addDays(today, -18),
      rows: [
        {
          client: 'ACME',
          trackingNumber,
          despatchedAs: trackingNumber,
          billed: 45_000,
          verdict: 'Overcharged',
          ...more,
        },
      ],
    })
  const reject = (parcels: readonly string[], claimed = '4.50') =>
    world.portal.call(
      invoices.decideParcels,
      { params: { value: 'rejected' }, body: { parcelIDs: parcels.join(), reason: 'Lost', claimed } },
      world.operator,
    )

  test('either the claim or the dispute claims carriage, whichever came first', async () => {
    const first = await world.quiet(20)
    const invoice = await billed(first.trackingNumber)
    expect(await reject(invoice.parcels)).toMatchObject({ status: 200 })
    const { body } = await world.prepare(first.trackingNumber)
    expect((await world.read(body.receipts[0]?.claimID ?? '')).claim).toMatchObject({
      goods: '12.50',
      carriage: '0.00',
    })

    const second = await world.quiet(20)
    const other = await billed(second.trackingNumber)
    expect(await world.prepare(second.trackingNumber)).toMatchObject({ status: 200 })
    expect(await reject(other.parcels)).toMatchObject(containing(422, 'asked back by claim C-'))
  })

  test("the carrier's own number on the invoice does not make a second loss", async () => {
    const first = await world.quiet(20)
    const invoice = await billed(first.trackingNumber, { trackingNumber: 'CARRIERS1' })
    await world.prepare(first.trackingNumber)
    expect(await reject(invoice.parcels)).toMatchObject(containing(422, 'asked back by claim C-'))
    const second = await world.quiet(20)
    await reject((await billed(second.trackingNumber, { trackingNumber: 'CARRIERS2' })).parcels)
    const { body } = await world.prepare(second.trackingNumber)
    expect((await world.read(body.receipts[0]?.claimID ?? '')).claim.carriage).toBe('0.00')
  })

  test('a refused claim or dispute is not reopened if the other claims the carriage', async () => {
    const first = await world.quiet(20)
    const invoice = await billed(first.trackingNumber)
    const { body } = await world.prepare(first.trackingNumber)
    const claimID = body.receipts[0]?.claimID ?? ''
    for (const [what, more] of [['send'], ['refuse', { reason: 'No' }]] as const) await world.act(what, claimID, more)
    expect(await reject(invoice.parcels)).toMatchObject({ status: 200 })
    const appeal = () => world.act('appeal', claimID, { reason: 'They found it' })
    expect(await appeal()).toMatchObject(containing(422, 'asked back by dispute D-'))

    const [{ dispute_id: disputeID } = { dispute_id: '' }] = await world.portal.testDatabase.asOwner(
      "select dispute_id::text from invoice_dispute_parts where invoice_id = $1 and client_code = 'ACME'",
      [invoice.id],
    )
    const dispute = (act: 'refuse' | 'reopen') =>
      world.portal.call(
        invoices.actOnDisputes,
        { params: { act }, body: { disputes: [{ disputeID: String(disputeID) }], reason: 'No' } },
        world.operator,
      )
    expect(await dispute('refuse')).toMatchObject({ status: 200 })
    const both = await Promise.all([appeal(), dispute('reopen')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  const twoInOneRow = async () => {
    const { orderNumber, ...first } = await world.quiet(20)
    const second = await world.quiet(20, { orderNumber })
    const covers = [first.trackingNumber, second.trackingNumber]
    return { first: first.trackingNumber, ...(await billed('', { despatchedAs: '', covers, billed: 90_000 })) }
  }

  test('a row for several parcels is not rejected if the carriage of one is claimed', async () => {
    const { first, parcels } = await twoInOneRow()
    await world.prepare(first)
    expect(await reject(parcels)).toMatchObject(containing(422, 'asked back by claim C-'))
  })

  test('a claim is not appealed after the row that bills its parcel was rejected', async () => {
    const { first, parcels } = await twoInOneRow()
    const { body } = await world.prepare(first)
    const claimID = body.receipts[0]?.claimID ?? ''
    for (const [what, more] of [['send'], ['refuse', { reason: 'No' }]] as const) await world.act(what, claimID, more)
    expect(await reject(parcels)).toMatchObject({ status: 200 })
    expect(await world.act('appeal', claimID, { reason: 'They found it' })).toMatchObject(
      containing(422, 'asked back by dispute D-'),
    )
  })

  const rejectWhole = (summaryID: string) =>
    world.portal.call(
      invoices.decideSummary,
      { params: { id: 'Rejected' }, body: { summaryID, reason: 'Wrong account' } },
      world.operator,
    )

  test("carriage on a reissue is claimed beside the rejected invoice's dispute", async () => {
    const { trackingNumber } = await world.quiet(20)
    const { id } = await billed(trackingNumber, { expected: 0 })
    expect(await rejectWhole(id)).toMatchObject({ status: 200, body: { disputes: [{ claimed: '4.50' }] } })
    const reissue = await billed(trackingNumber)
    const { status, body } = await world.prepare(trackingNumber)
    expect(status).toBe(200)
    expect((await world.read(body.receipts[0]?.claimID ?? '')).claim.carriage).toBe('4.50')
    expect(await reject(reissue.parcels)).toMatchObject(containing(422, 'asked back by claim C-'))
  })

  test('a claim is not appealed after its only invoice was rejected as a whole', async () => {
    const { trackingNumber } = await world.quiet(20)
    const { id } = await billed(trackingNumber, { expected: 0 })
    const { body } = await world.prepare(trackingNumber)
    const claimID = body.receipts[0]?.claimID ?? ''
    expect(await rejectWhole(id)).toMatchObject(containing(422, 'asked back by claim C-'))
    for (const [what, more] of [['send'], ['refuse', { reason: 'No' }]] as const) await world.act(what, claimID, more)
    expect(await rejectWhole(id)).toMatchObject({ status: 200 })
    const appeal = () => world.act('appeal', claimID, { reason: 'They found it' })
    expect(await appeal()).toMatchObject(containing(422, 'asked back by dispute D-'))
    await billed(trackingNumber)
    expect(await appeal()).toMatchObject({ status: 200 })
  })

  const surcharged = async (trackingNumber: string) => {
    const { id, parcels } = await billed(trackingNumber)
    const charge = (category: string, net: number) => ({ code: category, text: category, net, line: 1, category })
    await world.portal.testDatabase.asOwner('update invoice_parcels set charges = $1 where invoice_id = $2', [
      JSON.stringify([charge('oversize', 10_000), charge('base', 35_000)]),
      id,
    ])
    await reject(parcels, '1')
    return id
  }
  const carriageOf = async (trackingNumber: string) => {
    const { body } = await world.prepare(trackingNumber)
    return (await world.read(body.receipts[0]?.claimID ?? '')).claim.carriage
  }

  test('a disputed surcharge is not claimed with the carriage', async () => {
    const { trackingNumber } = await world.quiet(20)
    await surcharged(trackingNumber)
    expect(await carriageOf(trackingNumber)).toBe('3.50')
  })

  test('a credit for a disputed surcharge is deducted once', async () => {
    const { trackingNumber } = await world.quiet(20)
    const id = await surcharged(trackingNumber)
    await billed(trackingNumber, { billed: -10_000 })
    await world.portal.testDatabase.asOwner(
      "update invoice_dispute_parts set credited = claimed where invoice_id = $1 and client_code = 'ACME'",
      [id],
    )
    expect(await carriageOf(trackingNumber)).toBe('3.50')
  })

  test('a lump sum for a disputed surcharge is not claimed again', async () => {
    const { trackingNumber } = await world.quiet(20)
    const id = await surcharged(trackingNumber)
    const { testDatabase: on } = world.portal
    const lump = await makeInvoice(on, { rows: [{ client: '', trackingNumber: '', billed: -10_000 }] })
    await on.asOwner(
      `with credit as (
         insert into invoice_credits (of_client, invoice_id, parcel_no, category, carrier, carrier_name, currency,
           invoice_number, invoice_day, tracking_number, consignment_number, is_lump, amount, settled)
         values ('', $2, 1, 'credit', 'DPD', 'DPD', 'GBP', $3, current_date, '', '', true, 10000, 10000) returning credit_id
       )
       insert into invoice_settlements (dispute_id, of_client, parcel_no, category, credit_id, amount, at)
       select x.dispute_id, 'ACME', x.parcel_no, x.category, credit_id, 10000, now()
       from credit, invoice_dispute_parts x where x.invoice_id = $1 and x.client_code = 'ACME'`,
      [id, lump.id, lump.number],
    )
    await on.asOwner(
      "update invoice_dispute_parts set credited = claimed where invoice_id = $1 and client_code = 'ACME'",
      [id],
    )
    expect(await carriageOf(trackingNumber)).toBe('3.50')
  })

  test("judging one client's parcels leaves those of others visible", async () => {
    const { trackingNumber } = await world.quiet(20)
    const seen = await world.portal.database.transaction(async (transaction) => {
      await seeClients(transaction, ['ACME', 'BIRCH'])
      await readClaimParcels(transaction, [{ client_code: 'ACME', tracking_number: trackingNumber }])
      return transaction.row(sql<{ clients: string }>`select current_setting('app.clients') as clients`.compile(db))
    })
    expect(seen?.clients).toBe('{ACME,BIRCH}')
  })

  test('an invoice that is rejected as a whole bills no carriage', async () => {
    const { trackingNumber } = await world.quiet(20)
    const { id } = await billed(trackingNumber)
    await world.portal.testDatabase.asOwner("update invoices set status = 'Rejected' where invoice_id = $1", [id])
    expect(await carriageOf(trackingNumber)).toBe('0.00')
  })

  test('a parcel billed with others is claimed with its share of the carriage', async () => {
    const first = await world.quiet(20)
    const second = await world.quiet(20, { orderNumber: first.orderNumber })
    const covers = [first.trackingNumber, second.trackingNumber]
    await billed('', { despatchedAs: '', covers, billed: 90_000 })
    expect(await Promise.all(covers.map((number) => carriageOf(number)))).toEqual(['4.50', '4.50'])
  })

  const credited = async (trackingNumber: string, { of = 'ACME', currency = 'GBP', amount = 125_000 } = {}) => {
    const invoice = await makeInvoice(world.portal.testDatabase, {
      rows: [{ client: of, trackingNumber, billed: -amount }],
    })
    await world.portal.testDatabase.asOwner(
      `insert into invoice_credits (of_client, invoice_id, parcel_no, category, carrier, carrier_name, currency, invoice_number,
         invoice_day, tracking_number, consignment_number, is_lump, amount)
       values ($4, $1, 1, 'credit', 'DPD', 'DPD', $5, $2, current_date, $3, '', false, $6)`,
      [invoice.id, invoice.number, trackingNumber, of, currency, amount],
    )
    return invoice
  }

  test('a credit of another client or currency pays no claim', async () => {
    const { claimID, trackingNumber } = await world.prepared()
    await world.act('send', claimID)
    await credited(trackingNumber, { of: 'BIRCH' })
    await credited(trackingNumber, { currency: 'EUR' })
    await settleClaims(world.portal.database)
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'sent', paid: '0.00' })
    await credited(trackingNumber, { of: '' })
    await settleClaims(world.portal.database)
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'paid', paid: '12.50' })
  })

  test('credits paid for a claim are the least that it can be worth', async () => {
    const { claimID, trackingNumber } = await world.prepared()
    await world.act('send', claimID)
    await credited(trackingNumber, { amount: 50_000 })
    await settleClaims(world.portal.database)
    expect(await world.act('pay', claimID, { amount: '1' })).toMatchObject(
      containing(422, 'Credits on invoices have paid 5.00'),
    )
    expect(await world.act('pay', claimID, { amount: '6' })).toMatchObject({ status: 200 })
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'paid', paid: '6.00' })
  })

  test('a credit for the parcel pays the claim, and is reversed with its invoice', async () => {
    const { claimID, trackingNumber } = await world.prepared()
    await world.act('send', claimID)
    const invoice = await credited(trackingNumber)
    await settleClaims(world.portal.database)
    const { claim, history } = await world.read(claimID)
    expect(claim).toMatchObject({ state: 'paid', paid: '12.50' })
    expect(history.at(-1)).toMatchObject({ what: 'credited', text: invoice.number, amount: '12.50' })
    await settleClaims(world.portal.database)
    expect((await world.read(claimID)).claim.paid).toBe('12.50')
    await world.portal.testDatabase.asOwner("select set_config('app.clients', '{\"\",ACME}', false)")
    await world.portal.testDatabase.asOwner('delete from invoice_credits where invoice_id = $1', [invoice.id])
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'accepted', paid: '0.00' })
  })

  test("a paid claim is unpaid again when the credit's invoice is rejected as a whole", async () => {
    const { claimID, trackingNumber } = await world.prepared()
    await world.act('send', claimID)
    const { id } = await credited(trackingNumber)
    await settleClaims(world.portal.database)
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'paid', paid: '12.50' })
    await world.portal.call(
      invoices.decideSummary,
      { params: { id: 'rejected' }, body: { summaryID: id, reason: 'Not ours' } },
      world.operator,
    )
    expect((await world.read(claimID)).claim).toMatchObject({ state: 'accepted', paid: '0.00' })
    await settleClaims(world.portal.database)
    expect((await world.read(claimID)).claim.paid).toBe('0.00')
  })
})

test('a damaged return is claimed once, whichever parcel of its order it was in', async () => {
  const first = await world.quiet(3)
  const second = await world.quiet(3, { orderNumber: first.orderNumber })
  const back = (pieces: number) =>
    world.portal.testDatabase.asOwner(
      `insert into return_lines (client_code, order_number, return_reference, sku_code, state, quantity, announced, received,
         refunded, surplus, reason_code, ordered_on, received_on, carrier, region)
       values ('ACME', $1, 'R-1', 'MUG', 'received', $2, 0, $2, 0, 0, 'DAMAGED', current_date, current_date, 'DPD', '')
       on conflict (client_code, order_number, return_reference, sku_code) do update set quantity = $2, received = $2`,
      [first.orderNumber, pieces],
    )
  const goods = () =>
    inClient(world.portal.database, 'ACME', async (transaction) => {
      const keys = [first, second].map(({ trackingNumber }) => ({
        client_code: 'ACME',
        tracking_number: trackingNumber,
      }))
      const parcels = await readClaimParcels(transaction, keys)
      const claimed = parcels.flatMap((one) => (one.damagedOn === null ? [] : [one.goods]))
      return claimed.toSorted((one, other) => one - other)
    })
  await world.portal.testDatabase.asOwner(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     values ('ACME', $1, 99, 'MUG', 4, 12.5, 50)`,
    [first.orderNumber],
  )
  await back(1)
  expect(await goods()).toEqual([125_000])
  await back(3)
  expect(await goods()).toEqual([125_000, 250_000])
})

describe('terms', () => {
  const TERMS = {
    carrierCode: 'DPD',
    service: 'Pallet',
    from: '2026-01-01',
    to: '2026-06-30',
    source: 'Contract of 2026',
    lostAfterDays: 5,
    lostWithinDays: 28,
    damagedWithinDays: null,
    lateAfterDays: null,
    lateWithinDays: 14,
    mostPerParcel: '100',
    mostPerKg: '',
    limitCurrency: 'EUR',
    basis: 'selling price',
    isCarriagePaid: true,
  } as const
  const save = (more: object = {}, as = world.operator) =>
    world.portal.call(claims.saveTerms, { body: { ...TERMS, ...more } }, as)

  test('are saved with their source; overlaps are refused, gaps reported', async () => {
    const { body } = await save()
    expect(await save({ from: '2026-06-30', to: '' })).toMatchObject(containing(422, 'End those first.'))
    expect(await save({ from: '2026-08-01', to: '' })).toMatchObject(
      containing(200, 'No terms cover 1 Jul 2026 to 31 Jul 2026'),
    )
    expect(await save({ from: '2026-02-01', to: '2026-01-01' })).toMatchObject({ status: 400 })
    expect(await save({ termsID: body.id, version: body.version, lostAfterDays: 6 })).toMatchObject({ status: 200 })
    expect(await save({ termsID: body.id, version: body.version })).toMatchObject({ status: 409 })
    const { body: all } = await world.portal.call(claims.terms, {}, world.operator)
    expect(all.gaps).toContainEqual({ carrierCode: 'DPD', service: 'Pallet', from: '2026-07-01', to: '2026-07-31' })
    expect(all.terms.find(({ termsID }) => termsID === body.id)).toMatchObject({
      ...TERMS,
      lostAfterDays: 6,
      mostPerParcel: '100.00',
      isChecked: true,
    })
    // Terms that came with Despatch are marked until a user saves them.
    const shipped = all.terms.find(({ carrierCode }) => carrierCode === 'YODEL') ?? expect.fail('no terms of YODEL')
    expect(shipped).toMatchObject({ isChecked: false, limitCurrency: 'GBP' })
    expect(shipped.source).toContain('check with your contract')
    const { isChecked: _is, changedAt: _at, changedBy: _by, ...same } = shipped
    expect(await world.portal.call(claims.saveTerms, { body: same }, world.operator)).toMatchObject({ status: 200 })
    const { body: after } = await world.portal.call(claims.terms, {}, world.operator)
    expect(after.terms.find(({ termsID }) => termsID === shipped.termsID)).toMatchObject({ isChecked: true })
    expect(await save({}, world.acme)).toMatchObject({ status: 403 })
  })
})

describe('by customer', () => {
  const customer = async () => {
    const parcel = await world.quiet(20)
    await world.portal.testDatabase.asOwner(
      `update orders set customer_account = 'SHOPS', email = 'head@shops.example', address_line_1 = 'Unit ' || right(order_number, 1),
         address_line_2 = 'High Street', post_code = 'M1 1AE' where order_number = $1`,
      [parcel.orderNumber],
    )
    return parcel
  }
  test("an account's branches are listed with their claimable parcels, and printed", async () => {
    const parcel = await customer()
    await world.refresh()
    const search = { customer: 'SHOPS' }
    const { body } = await world.portal.call(claims.searchBranch, { body: search }, world.operator)
    expect(body).toMatchObject({
      totalRows: 1,
      branches: [
        { Address_2: 'High Street', claimable: 1, ConsolidatedList: [{ trackingNumber: parcel.trackingNumber }] },
      ],
    })
    const code = body.branches[0]?.Branch_Code ?? ''
    const again = await world.portal.call(
      claims.searchBranch,
      { body: { customer: 'HEAD@shops.example', Branch_Code: code } },
      world.acme,
    )
    expect(again.body.branches).toMatchObject([{ Branch_Code: code }])
    expect((await world.portal.call(claims.searchBranch, { body: search }, world.birch)).body).toEqual({
      branches: [],
      totalRows: 0,
    })
    const form = await world.file(claims.search.path, world.operator, { ...search, Branch_Code: code })
    expect(form.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const none = await world.file(claims.search.path, world.operator, { ...search, cause: 'late' })
    expect([none.status, none.bytes.length]).toEqual([200, 0])
  })
})

test('figures show claimed, refused, paid and missed sums by carrier and client', async () => {
  const { trackingNumber } = await world.quiet(30, {
    client: 'BIRCH',
    carrier: 'YODEL',
    contents: [{ sku: 'MUG', quantity: 4 }],
  })
  await world.refresh()
  const { body } = await world.portal.call(
    claims.figures,
    { body: { dateFrom: addDays(today, -30), dateTo: today } },
    world.birch,
  )
  expect(body.rows).toMatchObject([
    { carrierCode: 'YODEL', clientCode: 'BIRCH', claims: 0, missed: 1, missedGoods: '25.00' },
  ])
  const missedOf = (missedFrom: string, clientCode = 'BIRCH') =>
    world.portal.call(claims.claimable, { body: { missedFrom, missedTo: today, clientCode } }, world.birch)
  expect((await missedOf(addDays(today, -30))).body).toMatchObject({ total: 1, rows: [{ trackingNumber }] })
  expect((await missedOf(today)).body).toMatchObject({ total: 0, rows: [] })
  expect((await missedOf(addDays(today, -30), 'ACME')).body).toMatchObject({ total: 0, rows: [] })
  expect(await world.prepare(trackingNumber, world.birch, 'BIRCH')).toMatchObject({ status: 422 })
  const all = await world.portal.call(
    claims.figures,
    { body: { dateFrom: addDays(today, -30), dateTo: today } },
    world.operator,
  )
  expect(all.body.rows.find(({ clientCode }) => clientCode === 'ACME')).toMatchObject({ carrierCode: 'DPD' })
  expect(all.body.rows.reduce((sum, row) => sum + row.claims, 0)).toBeGreaterThan(1)
})
