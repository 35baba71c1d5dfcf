import { inflateRawSync } from 'node:zlib'
import { contract } from '@despatch/contract/contract'
import { addDays } from '@despatch/domain/calendar/day'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClaimsPortal, openClaimsPortal, today } from '../testing/claims/claims-portal.ts'

const { claims } = contract
const ago = (days: number) => `${addDays(today, -days)}T12:00:00Z`

let world: ClaimsPortal
beforeAll(async () => {
  world = await openClaimsPortal()
})
afterAll(() => world.portal.close())
const containing = (status: number, text: string) => ({ status, body: { message: expect.stringContaining(text) } })

/** The entries of an archive, from its directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, from] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ]
    const data = from + 30 + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28)
    files.set(
      archive.toString('utf8', at + 46, at + 46 + nameLength),
      inflateRawSync(archive.subarray(data, data + packed)),
    )
    at += 46 + nameLength
  }
  return files
}

describe('a claimable parcel', () => {
  test('is listed after a week without an event, with its deadline, for its client only', async () => {
    const [lost, early, nextWeek] = [await world.quiet(26), await world.quiet(3), await world.quiet(12)]
    await world.refresh()
    expect(await world.listed(lost.trackingNumber)).toMatchObject({
      total: 1,
      rows: [{ cause: 'lost', goods: '12.50', daysLeft: 2, clientCode: 'ACME', carrierCode: 'DPD' }],
      sums: [{ carrierCode: 'DPD', cause: 'lost', parcels: 1, thisWeek: 1 }],
    })
    expect(await world.listed(early.trackingNumber)).toMatchObject({ total: 0 })
    expect(await world.listed(nextWeek.trackingNumber)).toMatchObject({ sums: [{ thisWeek: 0 }] })
    expect(await world.listed(lost.trackingNumber, world.acme)).toMatchObject({ total: 1 })
    expect(await world.listed(lost.trackingNumber, world.birch)).toMatchObject({ total: 0, sums: [] })
    const first = await world.portal.call(claims.claimable, { body: {} }, world.operator)
    const days = first.body.rows.map(({ deadline }) => deadline)
    expect(days).toEqual(days.toSorted())
    const why = await world.portal.call(
      claims.parcel,
      { query: { trackingNumber: early.trackingNumber } },
      world.operator,
    )
    expect(why.body.parcels).toMatchObject([{ can: false, why: expect.stringContaining('counts as lost on') }])
  })

  test('is removed after an event, and its claim stops when it arrives', async () => {
    const [heard, arrived] = [await world.quiet(20), await world.quiet(20)]
    await world.refresh()
    await world.portal.testDatabase.asOwner('update parcels set state_at = now() where tracking_number = $1', [
      heard.trackingNumber,
    ])
    expect(await world.listed(heard.trackingNumber)).toMatchObject({ total: 0 })
    const { body } = await world.prepare(arrived.trackingNumber)
    await world.portal.testDatabase.asOwner(
      "update parcels set state = 'delivered', state_at = now(), delivered_at = now(), delivered_on = current_date where tracking_number = $1",
      [arrived.trackingNumber],
    )
    const { claim, history } = await world.read(body.receipts[0]?.claimID ?? '')
    expect(claim.state).toBe('withdrawn')
    expect(history.map(({ what }) => what)).toEqual(['prepared', 'arrived'])
    expect(await world.prepare(arrived.trackingNumber)).toMatchObject({ status: 422 })
  })

  test('is one that a return reports as damaged', async () => {
    const { trackingNumber, orderNumber } = await world.quiet(6, { deliveredAt: ago(4) })
    await world.portal.testDatabase.asOwner(
      `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
       values ('ACME', $1, 1, 'MUG', 2, 10, 20)`,
      [orderNumber],
    )
    await world.portal.testDatabase.asOwner(
      `insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, source,
         occurred_at, received_at) values ('ACME', $1, gen_random_uuid(), 'R-1', 'MUG', 1, 'received', 'DAMAGED', 'feed', now(), now())`,
      [orderNumber],
    )
    await world.refresh()
    expect(await world.listed(trackingNumber)).toMatchObject({ rows: [{ cause: 'damaged', goods: '5.00' }] })
  })

  test("is refused for an unknown number, or another client's", async () => {
    const { trackingNumber } = await world.quiet(20)
    expect(await world.portal.call(claims.parcel, { query: { trackingNumber } }, world.birch)).toMatchObject({
      status: 404,
    })
    expect(await world.prepare(trackingNumber, world.birch)).toMatchObject(
      containing(404, 'or you don’t have access to it'),
    )
    expect(await world.prepare(trackingNumber, world.birch, 'BIRCH')).toMatchObject({ status: 404 })
  })
})

describe('a claim', () => {
  test('is prepared once for a parcel, even by several requests at once', async () => {
    const { trackingNumber } = await world.quiet(20)
    const answers = await Promise.all([
      world.prepare(trackingNumber),
      world.prepare(trackingNumber, world.acme),
      world.prepare(trackingNumber),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await world.prepare(trackingNumber)).toMatchObject(containing(422, 'has claim C-'))
  })

  test("is prepared for all of a client's claimable parcels, once", async () => {
    const { trackingNumber } = await world.quiet(20)
    await world.refresh()
    const all = (clientCode: string) =>
      world.portal.call(claims.prepare, { body: { all: { clientCode, reference: trackingNumber } } }, world.operator)
    expect(await all('BIRCH')).toMatchObject(containing(422, 'nothing to claim'))
    expect(await all('ACME')).toMatchObject({ status: 200, body: { done: 1 } })
    expect(await all('ACME')).toMatchObject(containing(422, 'nothing to claim'))
  })

  test('is refused after its deadline', async () => {
    const { trackingNumber } = await world.quiet(40)
    expect(await world.prepare(trackingNumber)).toMatchObject(
      containing(422, 'The deadline to claim for this parcel was'),
    )
    const { claimID } = await world.prepared()
    await world.portal.testDatabase.asOwner("update claims set deadline = '2020-01-01' where claim_id = $1", [claimID])
    expect(await world.act('send', claimID)).toMatchObject(containing(422, 'expired on '))
  })

  test('goes from prepared to paid, with a history of steps and messages', async () => {
    const { claimID } = await world.prepared()
    expect(await world.act('accept', claimID)).toMatchObject(containing(422, 'is prepared, so it cannot be'))
    for (const what of ['send', 'acknowledge']) expect(await world.act(what, claimID)).toMatchObject({ status: 200 })
    expect(await world.act('accept', claimID, { amount: '99' })).toMatchObject(containing(422, 'enter more'))
    expect(await world.act('accept', claimID, { amount: '10', carrierReference: 'DPD-9' })).toMatchObject({
      status: 200,
    })
    await world.portal.call(
      claims.message,
      { params: { claimID }, body: { text: 'They pay next week' } },
      world.operator,
    )
    expect(await world.act('pay', claimID)).toMatchObject({ status: 200 })
    const { claim, history } = await world.read(claimID)
    expect(claim).toMatchObject({ state: 'paid', accepted: '10.00', paid: '10.00', carrierReference: 'DPD-9' })
    expect(history.map(({ what }) => what)).toEqual([
      'prepared',
      'sent',
      'acknowledged',
      'partly accepted',
      'message',
      'paid',
    ])
    const found = await world.portal.call(claims.list, { body: { search: 'DPD-9' } }, world.acme)
    expect(found.body).toMatchObject({ total: 1, rows: [{ claimID }] })
  })

  test('is changed by one of two users at once, and withdrawing needs a reason', async () => {
    const { claimID, trackingNumber } = await world.prepared()
    const { claim } = await world.read(claimID)
    const send = () =>
      world.portal.call(
        claims.act,
        { params: { act: 'send' }, body: { claims: [{ claimID, version: claim.version }] } },
        world.operator,
      )
    expect((await Promise.all([send(), send()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await world.act('withdraw', claimID)).toMatchObject(containing(400, 'Give a reason'))
    expect(await world.act('withdraw', claimID, { reason: 'Ours' })).toMatchObject({ status: 200 })
    expect(await world.prepare(trackingNumber)).toMatchObject({ status: 200 })
  })

  test("is prepared and withdrawn by its client; the operator notes the carrier's answer", async () => {
    const { trackingNumber } = await world.quiet(20)
    const { body } = await world.prepare(trackingNumber, world.acme)
    const claimID = body.receipts[0]?.claimID ?? ''
    expect(await world.read(claimID, world.acme)).toMatchObject({ claim: { state: 'prepared', goods: '12.50' } })
    expect(await world.act('send', claimID, {}, world.acme)).toMatchObject({ status: 403 })
    expect(await world.act('withdraw', claimID, { reason: 'No' }, world.birch)).toMatchObject({ status: 404 })
    expect(await world.act('withdraw', claimID, { reason: 'Found' }, world.acme)).toMatchObject({ status: 200 })
  })

  test('is packed as a form, a workbook with the events, and receipts', async () => {
    const { claimID, submission, trackingNumber } = await world.prepared()
    const { status, bytes } = await world.file(`/api/claims/submissions/${submission}/pack`, world.operator)
    expect(status).toBe(200)
    const files = unzip(bytes)
    expect([...files.keys()]).toEqual(
      ['Claim form.pdf', 'Claims.xlsx', 'Receipts.csv'].map((name) => `Submission ${submission}/${name}`),
    )
    expect(files.get(`Submission ${submission}/Claim form.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    const book = await readXlsx(files.get(`Submission ${submission}/Claims.xlsx`) ?? Buffer.alloc(0))
    const [header = [], first = []] = book.sheets[0]?.rows ?? []
    const claim = Object.fromEntries(header.map((name, index) => [name, first[index]]))
    expect(claim).toMatchObject({
      'Tracking number': trackingNumber,
      Despatched: expect.any(Date),
      'Claim by': expect.any(Date),
      Claimed: expect.any(Number),
    })
    for (const event of book.sheets[1]?.rows.slice(1) ?? []) expect(event[2]).toBeInstanceOf(Date)
    expect(files.get(`Submission ${submission}/Receipts.csv`)?.toString()).toContain(`C-${claimID.padStart(6, '0')}`)
    expect(await world.file(`/api/claims/submissions/${submission}/pack`, world.birch)).toMatchObject({ status: 404 })
  })
})
