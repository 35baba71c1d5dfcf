import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code, name: `${code} Ltd` })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
})
afterAll(() => portal.close())

const invoice = (given: Partial<Parameters<typeof makeInvoice>[1]> = {}) =>
  makeInvoice(portal.testDatabase, { rows: [{ client: 'ACME' }], ...given })
const summaryOf = async (summaryID: string, as = operator) =>
  (await portal.call(invoices.summary, { query: { summaryID } }, as)).body.summary[0]
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
const decide = (id: string, body: { summaryID: string; reason?: string; version?: number }, as = operator) =>
  portal.call(invoices.decideSummary, { params: { id }, body }, as)

describe('accepting an invoice', () => {
  test('takes rows that are matched or within tolerance, and closes the invoice', async () => {
    const { id, parcels } = await invoice({
      rows: [{ client: 'ACME' }, { client: 'BIRCH', verdict: 'Within tolerance' }],
    })
    const accepted = await decide('aCCepted', { summaryID: id })
    expect(accepted).toMatchObject({ status: 200, body: { code: 200, done: 2 } })
    expect(await summaryOf(id)).toMatchObject({ status: 'Accepted', leftToDecide: 0 })
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['Accepted', 'Accepted'])
    const closed = [
      await decide('Rejected', { summaryID: id, reason: 'late' }),
      await portal.call(
        invoices.decideParcels,
        { params: { value: 'rejected' }, body: { parcelIDs: parcels, reason: 'late' } },
        operator,
      ),
      await portal.call(invoices.undoParcels, { body: { parcelIDs: parcels } }, operator),
      await portal.call(invoices.undo, { params: { commandId: accepted.body.commandId } }, operator),
      await portal.call(invoices.removeSummary, { query: { id } }, operator),
      await portal.call(invoices.removeParcels, { query: { id: parcels.join() } }, operator),
    ]
    for (const answer of closed)
      expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('accepted and closed') } })
  })

  test('refuses other rows, with their number and sum', async () => {
    const { id } = await invoice({ rows: [{ client: 'ACME' }, { client: '', verdict: 'Not found', expected: null }] })
    const answer = await decide('Accepted', { summaryID: id })
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^1 row for £4\.50 is neither .* Accept or reject it first\.$/) },
    })
    expect(await summaryOf(id)).toMatchObject({ status: 'Imported', leftToDecide: 2 })
  })

  test('refuses an invoice that does not add up until someone explains why', async () => {
    const { id } = await invoice({ proof: 'does not add up' })
    expect(await decide('Accepted', { summaryID: id })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('doesn’t match its totals') },
    })
    const reason = 'The carrier rounds each row'
    expect((await portal.call(invoices.explain, { body: { summaryID: id, reason } }, operator)).status).toBe(200)
    expect((await decide('Accepted', { summaryID: id })).status).toBe(200)
    const { body } = await portal.call(invoices.proof, { query: { summaryID: id } }, operator)
    expect(body).toMatchObject({ code: 200, result: 'does not add up', explanation: reason })
  })

  test('by its id alone is refused: forgetting a reason never accepts an invoice', async () => {
    const { id } = await invoice()
    const answer = await decide(id, { summaryID: id })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('/summary/Accepted') } })
    expect((await decide(id, { summaryID: id, reason: 'not ours' })).status).toBe(200)
    expect(await summaryOf(id)).toMatchObject({ status: 'Rejected', reason: 'not ours' })
  })

  test('refuses an older version: someone else changed the invoice', async () => {
    const { id } = await invoice()
    expect(await decide('Accepted', { summaryID: id, version: 7 })).toMatchObject({ status: 409 })
  })
})

describe('rows', () => {
  test('are rejected with a reason only, and set back by an undo', async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'ACME' }, { client: 'ACME' }] })
    const [first = ''] = parcels
    const reject = (reason?: string) =>
      portal.call(
        invoices.decideParcels,
        { params: { value: 'Rejected' }, body: { parcelIDs: first, ...(reason && { reason }) } },
        operator,
      )
    expect((await reject()).status).toBe(400)
    expect(await reject('Too heavy')).toMatchObject({ status: 200, body: { code: 200, done: 1 } })
    expect(await rowsOf(id)).toMatchObject([{ status: 'Rejected', reason: 'Too heavy' }, { status: 'Imported' }])
    expect(await portal.call(invoices.undoParcels, { body: { parcelIDs: first } }, operator)).toMatchObject({
      status: 200,
      body: { done: 1 },
    })
    expect(await rowsOf(id)).toMatchObject([{ status: 'Imported', reason: '' }, { status: 'Imported' }])
  })

  test('give their detail its status when all of them have the same', async () => {
    const { id, details } = await invoice()
    const body = { detailsID: details.join(), reason: 'twice' }
    await portal.call(invoices.decideDetails, { params: { value: 'REJECTED' }, body }, operator)
    const list = () => portal.call(invoices.details, { body: { summaryID: id } }, operator)
    expect((await list()).body.details).toMatchObject([{ status: 'Rejected' }])
    await portal.call(invoices.undoDetails, { body: { detailsID: details.join() } }, operator)
    expect((await list()).body.details).toMatchObject([{ status: 'Imported' }])
  })

  test('are not overwritten, nor any of the others changed, if someone has decided one meanwhile', async () => {
    const { id, parcels } = await invoice({
      rows: [{ client: 'ACME', trackingNumber: 'MEANWHILE1' }, { client: 'ACME' }, { client: 'ACME' }],
    })
    const read = (await rowsOf(id)).map(({ version }) => version)
    const [first = ''] = parcels
    const say = (value: 'Accepted' | 'Rejected', parcelIDs: string, versions?: number[]) =>
      portal.call(
        invoices.decideParcels,
        { params: { value }, body: { parcelIDs, reason: 'Too heavy', ...(versions && { versions }) } },
        operator,
      )
    expect(await say('Rejected', first, read.slice(0, 1))).toMatchObject({ status: 200 })
    const late = { status: 409, body: { message: expect.stringContaining('1 of these 3 rows (MEANWHILE1)') } }
    expect(await say('Accepted', parcels.join(), read)).toMatchObject(late)
    const undo = { parcelIDs: parcels.join(), versions: read }
    expect(await portal.call(invoices.undoParcels, { body: undo }, operator)).toMatchObject(late)
    const statuses = async () => (await rowsOf(id)).map(({ status }) => status)
    expect(await statuses()).toEqual(['Rejected', 'Imported', 'Imported'])
    expect(await say('Accepted', parcels.join(), read.slice(1))).toMatchObject({ status: 400 })
    const versions = (await rowsOf(id)).map(({ version }) => version)
    expect(await say('Accepted', parcels.join(), versions)).toMatchObject({ status: 200 })
    expect(await statuses()).toEqual(['Accepted', 'Accepted', 'Accepted'])
  })

  test('of a detail are not overwritten if one was decided after the detail was read', async () => {
    const { id, details, parcels } = await invoice()
    const list = async () => (await portal.call(invoices.details, { body: { summaryID: id } }, operator)).body.details
    const versions = (await list()).map(({ version }) => version)
    const reason = 'Billed before'
    await portal.call(
      invoices.decideParcels,
      { params: { value: 'Rejected' }, body: { parcelIDs: parcels.join(), reason } },
      operator,
    )
    expect(await list()).toMatchObject([{ status: 'Rejected', reason, decidedAt: expect.any(String) }])
    const detailsID = details.join()
    const accept = { params: { value: 'Accepted' }, body: { detailsID, versions } }
    expect(await portal.call(invoices.decideDetails, accept, operator)).toMatchObject({ status: 409 })
    expect(await portal.call(invoices.undoDetails, { body: { detailsID, versions } }, operator)).toMatchObject({
      status: 409,
    })
    expect(await list()).toMatchObject([{ status: 'Rejected', reason }])
    await portal.call(invoices.undoDetails, { body: { detailsID } }, operator)
    expect(await list()).toMatchObject([{ status: 'Imported', reason: '', decidedAt: null }])
  })

  test("are deleted all or none, and leave the invoice's sums", async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'ACME' }, { client: 'ACME', billed: 50_000 }] })
    const [first = ''] = parcels
    const missing = `${id}999999`
    expect(await portal.call(invoices.removeParcels, { query: { id: `${first},${missing}` } }, operator)).toMatchObject(
      {
        status: 404,
      },
    )
    expect((await rowsOf(id)).length).toBe(2)
    expect((await portal.call(invoices.removeParcels, { query: { id: first } }, operator)).status).toBe(200)
    expect(await summaryOf(id)).toMatchObject({ totalCarrier: '5.00', parcels: 1, details: 1 })
  })

  test('are not deleted if someone decided them after they were read', async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'ACME' }, { client: 'ACME' }] })
    const [first = '', second = ''] = parcels
    const read = (await rowsOf(id)).map(({ version }) => version)
    const summary = (await summaryOf(id))?.version ?? 0
    await portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs: first } }, operator)
    const rows = { id: parcels.join(), versions: read.join() }
    expect(await portal.call(invoices.removeParcels, { query: rows }, operator)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('1 of these 2 rows') },
    })
    const whole = { id, versions: String(summary) }
    expect(await portal.call(invoices.removeSummary, { query: whole }, operator)).toMatchObject({ status: 409 })
    await decide('Rejected', { summaryID: id, reason: 'Not ours' })
    const uneven = { id: second, versions: '1,1' }
    expect(await portal.call(invoices.removeParcels, { query: uneven }, operator)).toMatchObject({ status: 400 })
    expect((await rowsOf(id)).length).toBe(2)
    const one = { id: second, versions: String((await rowsOf(id))[1]?.version) }
    expect((await portal.call(invoices.removeParcels, { query: one }, operator)).status).toBe(200)
    const now = { id, versions: String((await summaryOf(id))?.version) }
    expect((await portal.call(invoices.removeSummary, { query: now }, operator)).status).toBe(200)
  })

  test('keep one decision each, and matching sums, when two users decide at once', async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'ACME' }, { client: 'ACME' }] })
    const decideAll = (value: 'accepted' | 'rejected', reason = 'no') =>
      portal.call(invoices.decideParcels, { params: { value }, body: { parcelIDs: parcels, reason } }, operator)
    const answers = await Promise.all([decideAll('accepted'), decideAll('rejected'), decideAll('accepted')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const statuses = new Set((await rowsOf(id)).map(({ status }) => status))
    expect(statuses.size).toBe(1)
    expect(await summaryOf(id)).toMatchObject({ leftToDecide: 0, leftToDecideAmount: '0.00' })
  })
})

describe('accepting all that is matched or within tolerance', () => {
  const rows = [
    { client: 'ACME' },
    { client: 'ACME', verdict: 'Within tolerance' as const, billed: 45_100 },
    { client: 'ACME', verdict: 'Overcharged' as const, billed: 90_000 },
  ]

  test('undoes only its own rows: one that another user has decided since stays', async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'ACME' }, { client: 'ACME' }, { client: 'ACME' }] })
    const { body } = await portal.call(invoices.acceptMatched, { body: { summaryIDs: [id] } }, operator)
    const [first = ''] = parcels
    const reject = { params: { value: 'Rejected' as const }, body: { parcelIDs: first, reason: 'Too heavy' } }
    await portal.call(invoices.undoParcels, { body: { parcelIDs: first } }, operator)
    await portal.call(invoices.decideParcels, reject, operator)
    const undo = async () =>
      (await portal.call(invoices.undo, { params: { commandId: body.commandId } }, operator)).body
    expect(await undo()).toMatchObject({
      done: 2,
      message: '2 rows are as before. 1 row has been changed since and was left alone.',
    })
    expect((await rowsOf(id)).map(({ status }) => status).toSorted()).toEqual(['Imported', 'Imported', 'Rejected'])
    expect(await undo()).toMatchObject({
      done: 0,
      message: 'Nothing was undone. 1 row has been changed since and was left alone.',
    })
  })

  test('does what its pre-flight says, with receipts, and can be undone', async () => {
    const { id } = await invoice({ rows })
    const { body: before } = await portal.call(invoices.preflight, { body: { summaryIDs: [id] } }, operator)
    expect(before).toMatchObject({
      accepted: [{ currency: 'GBP', rows: 2, billed: '9.01', variance: '0.01' }],
      left: [{ verdict: 'Overcharged', rows: 1, billed: '9.00' }],
      most: 2,
    })
    const commandId = '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0001'
    const accept = () =>
      portal.call(invoices.acceptMatched, { body: { summaryIDs: [id], commandId, most: before.most } }, operator)
    expect(await accept()).toMatchObject({ status: 200, body: { done: 2 } })
    expect(await accept()).toMatchObject({ status: 200, body: { done: 2 } })
    const receipts = await portal.call(invoices.receipts, { params: { commandId }, query: {} }, operator)
    expect(receipts.body).toMatchObject({
      total: 2,
      rows: [{ before: 'Imported', after: 'Accepted', undoneAt: null }, {}],
    })
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['Accepted', 'Accepted', 'Imported'])
    expect((await portal.call(invoices.undo, { params: { commandId } }, operator)).body).toMatchObject({ done: 2 })
    expect(await summaryOf(id)).toMatchObject({ leftToDecide: 3 })
  })

  test('is refused if small differences add up to more than is agreed', async () => {
    const free = { money: '0.10', percent: null }
    const terms = { carrierCode: 'YODEL', clientCode: '', row: free, charge: free, invoice: '0.01' }
    expect((await portal.call(invoices.saveTolerance, { body: terms }, operator)).status).toBe(200)
    const within = { client: 'ACME', verdict: 'Within tolerance' as const, billed: 45_100 }
    const { id } = await invoice({ carrier: 'YODEL', rows: [within, within] })
    const refused = {
      status: 422,
      body: { message: expect.stringMatching(/total £0\.02, more than the £0\.01 agreed/) },
    }
    expect(await portal.call(invoices.acceptMatched, { body: { summaryIDs: [id] } }, operator)).toMatchObject(refused)
    expect(await decide('Accepted', { summaryID: id })).toMatchObject(refused)
    expect(await summaryOf(id)).toMatchObject({ status: 'Imported', leftToDecide: 2 })
    const other = await invoice({ carrier: 'YODEL', rows: [within] })
    expect((await decide('Accepted', { summaryID: other.id })).status).toBe(200)
  })

  test('is refused however rows are accepted: by name, one by one, or by an undo', async () => {
    const free = { money: '0.10', percent: null }
    const terms = { carrierCode: 'TUFFN', clientCode: '', row: free, charge: free, invoice: '0.01' }
    expect((await portal.call(invoices.saveTolerance, { body: terms }, operator)).status).toBe(200)
    const within = { client: 'ACME', verdict: 'Within tolerance' as const, billed: 45_100 }
    const { id, details, parcels } = await invoice({ carrier: 'TUFFN', rows: [within, within] })
    const refused = {
      status: 422,
      body: {
        message: expect.stringMatching(
          /total £0\.02, more than the £0\.01 agreed for one invoice\. Reject some of these rows, or raise the limit/,
        ),
      },
    }
    const to = (value: string, parcelIDs: string, reason?: string) =>
      portal.call(
        invoices.decideParcels,
        { params: { value }, body: { parcelIDs, ...(reason && { reason }) } },
        operator,
      )
    const acceptDetails = (detailsID: string) =>
      portal.call(invoices.decideDetails, { params: { value: 'Accepted' }, body: { detailsID } }, operator)
    const [first = '', second = ''] = parcels
    expect(await acceptDetails(details.join())).toMatchObject(refused)
    expect(await to('Accepted', parcels.join())).toMatchObject(refused)
    expect(await summaryOf(id)).toMatchObject({ leftToDecide: 2 })
    expect((await to('Accepted', first)).status).toBe(200)
    expect(await to('Accepted', second)).toMatchObject(refused)
    const rest = { summaryIDs: [id] }
    expect(await portal.call(invoices.acceptMatched, { body: rest }, operator)).toMatchObject(refused)
    const foreseen = await portal.call(invoices.preflight, { body: rest }, operator)
    expect(foreseen.body.refused).toMatchObject([{ summaryID: id, message: refused.body.message }])
    expect(await decide('Accepted', { summaryID: id })).toMatchObject(refused)

    const rejected = await to('Rejected', first, 'Too dear')
    expect((await to('Accepted', second)).status).toBe(200)
    const undone = await portal.call(invoices.undo, { params: { commandId: rejected.body.commandId } }, operator)
    expect(undone).toMatchObject(refused)
    expect((await decide('Accepted', { summaryID: id })).status).toBe(200)
  })

  test('is refused if other rows match by then', async () => {
    const { id } = await invoice({ rows })
    const body = { summaryIDs: [id], most: 3 }
    expect(await portal.call(invoices.acceptMatched, { body }, operator)).toMatchObject({ status: 409 })
  })
})

describe('a client’s user', () => {
  test('sees own rows and own sums, and nothing about other clients', async () => {
    const { id } = await invoice({
      filename: 'birch-and-acme.csv',
      rows: [{ client: 'ACME' }, { client: 'BIRCH', billed: 70_000 }, { client: '', billed: 10_000 }],
    })
    const own = await summaryOf(id, acme)
    expect(own).toMatchObject({ totalCarrier: '4.50', parcelClient: 'ACME Ltd', parcels: 1, filename: '', proof: null })
    expect(own?.canDecide).toBe(false)
    const { body } = await portal.call(invoices.parcels, { body: { summaryID: id } }, acme)
    expect(body).toMatchObject({ parcels: [{ clientCode: 'ACME', line: null }], pageInfo: { total: 1 } })
    expect(await summaryOf(id)).toMatchObject({ totalCarrier: '12.50', parcelClient: 'ACME Ltd, BIRCH Ltd' })
    for (const answer of [
      await portal.call(invoices.proof, { query: { summaryID: id } }, acme),
      await decide('Accepted', { summaryID: id }, acme),
      await portal.call(invoices.removeSummary, { query: { id } }, acme),
      await portal.call(invoices.tolerances, {}, acme),
    ])
      expect(answer.status).toBe(403)
  })

  test("does not find other clients' invoices", async () => {
    const { id, parcels } = await invoice({ rows: [{ client: 'BIRCH' }] })
    expect(await summaryOf(id, acme)).toBeUndefined()
    const [parcelID = ''] = parcels
    for (const answer of [
      await portal.call(invoices.details, { body: { summaryID: id } }, acme),
      await portal.call(invoices.detailsExport, { body: { summaryID: id } }, acme),
      await portal.call(invoices.why, { query: { parcelID } }, acme),
      await decide('Accepted', { summaryID: id }, acme),
      await portal.call(invoices.details, { body: { summaryID: id, clientCode: 'BIRCH' } }, acme),
    ])
      expect(answer.status).toBe(404)
  })

  test('decides on an invoice that bills no other client', async () => {
    const { id } = await invoice()
    const own = await summaryOf(id, acme)
    expect(own).toMatchObject({ canDecide: true })
    const version = own?.version ?? 0
    expect((await decide('Rejected', { summaryID: id, reason: 'Not ours', version }, acme)).status).toBe(200)
    expect((await decide('Accepted', { summaryID: id, version }, acme)).status).toBe(409)
    // The rejection must be undone before the invoice can be accepted.
    expect((await decide('Accepted', { summaryID: id, version: version + 1 }, acme)).status).toBe(422)
    const { id: another } = await invoice()
    expect((await decide('Accepted', { summaryID: another, version }, acme)).status).toBe(200)
  })

  test('sees the reason, without staff names and versions where these are hidden', async () => {
    const on = portal.testDatabase
    await makeClient(on, { code: 'COSTED', settings: { showCosts: true } })
    const price = {
      kind: 'price',
      method: 'Two Day',
      setIn: 2,
      setBy: 'ops.boss',
      entered: { at: Date.parse('2026-11-28T09:00:00Z'), holdsFrom: '2026-11-01' },
      place: 1,
      of: 1,
      rows: [],
    }
    const reasons = [{ ...price, clientMethodID: 'M1', pricingMethod: 'By Parcel', upTo: 45_000, before: 0 }]
    const { parcels } = await invoice({ rows: [{ client: 'COSTED', reasons }] })
    const why = async (as: SignedIn) =>
      (await portal.call(invoices.why, { query: { parcelID: parcels[0] ?? '' } }, as)).body
    const first = 'The parcel costs £4.50 with Two Day, by its price'
    expect(await why(operator)).toMatchObject({
      steps: [
        {
          text: `${first}. The price was entered on 28 Nov 2026 by ops.boss, in carrier rules version 2, and applies from 1 Nov 2026.`,
        },
      ],
      price: { ruleBookVersion: 2 },
    })
    const told = await why(await makeSession(on, { clients: ['COSTED'] }))
    expect(told.steps.map(({ text }) => text)).toEqual([
      `${first}. The price was entered on 28 Nov 2026 and applies from 1 Nov 2026.`,
    ])
    expect(told.price).toEqual({
      clientMethodID: 'M1',
      methodDescription: 'Two Day',
      pricingMethod: 'By Parcel',
      publishedAt: '',
      holdsFrom: null,
      publishedBy: expect.not.stringContaining('ops.boss'),
    })
  })

  test('is refused if costs are hidden from them', async () => {
    const on = portal.testDatabase
    await makeClient(on, { code: 'CLOSED', settings: {} })
    const as = await makeSession(on, { clients: ['CLOSED'] })
    expect((await portal.call(invoices.summary, { query: {} }, as)).status).toBe(403)
  })
})

test('deleting an invoice frees its number and its file', async () => {
  const { id, number } = await invoice()
  expect((await portal.call(invoices.removeSummary, { query: { id } }, operator)).status).toBe(200)
  expect(await summaryOf(id)).toBeUndefined()
  await expect(invoice({ number })).resolves.toMatchObject({ number })
})
