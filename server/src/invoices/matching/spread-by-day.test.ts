import { contract } from '@despatch/contract/contract'
import { ROYAL_MAIL } from '@despatch/domain/invoices/column-mapping/royal-mail'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { royalMailRow } from '@despatch/domain/testing/carrier-rows'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeRuleBook(on, code, [carrierItem('RMG', { name: 'Royal Mail' }), methodItem('RMG-T24', 'RMG', 30_000)])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  const rows = { carrier: 'RMG', clientMethodId: 'RMG-T24', carrierService: 'Tracked 24' }
  for (const [client, number] of [
    ['ACME', 1],
    ['ACME', 2],
    ['BIRCH', 3],
  ] as const)
    await makeParcel(on, { client, trackingNumber: `WX00000000${number}GB`, orderNumber: `O-${number}`, ...rows })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

async function imported(name: string, rows: readonly (readonly string[])[]): Promise<string> {
  const text = [ROYAL_MAIL.header ?? [], ...rows].map((cells) => cells.join()).join('\n')
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const answer = await fetch(`${portal.url}/api/invoice/import/`, {
    method: 'POST',
    body: form,
    headers: { access_token: operator.token, client: 'All_client' },
  })
  const { imports } = (await answer.json()) as { imports: { importID: string }[] }
  for (let tries = 0; tries < 4800; tries++) {
    const [is] = (await portal.call(invoices.imports, { query: { id: imports[0]?.importID ?? '' } }, operator)).body
      .imports
    if (is?.state === 'Imported') return is.invoices[0]?.summaryID ?? ''
    if (is && is.message !== '' && is.state !== 'Waiting') throw new Error(is.message)
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels.map((row) => [
    row.clientCode,
    row.orderNumber,
    row.trackingNumber,
    row.verdict,
    row.billed,
  ])

test('a sales order takes the parcels of its day, and a later one finds none', async () => {
  const day = {
    'Confirmation Date': ['02.03.2026', '02.03.2026'],
    'Item Weight': '',
    Surcharge: '',
    'Green Surcharge': '',
    'Peak Surcharge': '',
  }
  const first = royalMailRow({
    ...day,
    Volume: '4',
    'Net Value': '12.00',
    'Tax Amount': '2.40',
    'Gross Value': '14.40',
  })
  expect(await rowsOf(await imported('rm-1.csv', [first]))).toEqual([
    ['ACME', 'O-1', 'WX000000001GB', 'Matched', '3.00'],
    ['ACME', 'O-2', 'WX000000002GB', 'Matched', '3.00'],
    ['BIRCH', 'O-3', 'WX000000003GB', 'Matched', '3.00'],
    ['', '', '', 'Not found', '3.00'],
  ])
  const again = royalMailRow({
    ...day,
    'Invoice Number': '1900000002',
    'Sales Order No.': 'SO-2',
    Volume: '1',
    'Net Value': '3.00',
    'Tax Amount': '0.60',
    'Gross Value': '3.60',
  })
  expect(await rowsOf(await imported('rm-2.csv', [again]))).toEqual([['', '', '', 'Not found', '3.00']])
})

test('the unbilled parcel of a day is still to be billed, and accrues', async () => {
  const on = portal.testDatabase
  const day = addDays(dayOf(new Date()), -7)
  const rows = { client: 'ACME', carrier: 'RMG', clientMethodId: 'RMG-T24', carrierService: 'Tracked 24' }
  for (const number of [5, 6, 7])
    await makeParcel(on, {
      ...rows,
      trackingNumber: `WX00000000${number}GB`,
      orderNumber: `O-${number}`,
      despatchedAt: `${day}T12:00:00Z`,
    })
  const written = day.split('-').toReversed().join('.')
  const order = royalMailRow({
    'Confirmation Date': [written, written],
    'Invoice Date': written,
    'Invoice Number': '1900000005',
    'Sales Order No.': 'SO-5',
    'Item Weight': '',
    Surcharge: '',
    'Green Surcharge': '',
    'Peak Surcharge': '',
    Volume: '2',
    'Net Value': '6.00',
    'Tax Amount': '1.20',
    'Gross Value': '7.20',
  })
  await imported('rm-5.csv', [order])
  const { body } = await portal.call(invoices.required, { query: { carriercode: 'RMG' } }, operator)
  expect(body).toMatchObject({
    isComplete: true,
    required: [{ carrierCode: 'RMG', despatched: 3, billed: 2, missing: 1 }],
  })
  const missing = await portal.call(
    invoices.requiredParcels,
    { query: { carriercode: 'RMG', week: body.required[0]?.week ?? '' } },
    operator,
  )
  expect(missing.body.parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(['WX000000007GB'])
})

/** Two clients' parcels of one day, ACME's lighter than BIRCH's, and a sales order for some of them on an account. */
async function dayOfTwoClients(day: string, account: string) {
  const on = portal.testDatabase
  const rows = { carrier: 'RMG', clientMethodId: 'RMG-T24', carrierService: 'Tracked 24' }
  for (const [client, of] of [
    ['ACME', 1],
    ['BIRCH', 2],
  ] as const)
    for (const number of [1, 2])
      await makeParcel(on, {
        ...rows,
        client,
        trackingNumber: `WY${account}${of}${number}GB`,
        orderNumber: `${account}-${of}-${number}`,
        despatchedAt: `${day}T12:00:00Z`,
      })
  const written = day.split('-').toReversed().join('.')
  return royalMailRow({
    'Confirmation Date': [written, written],
    'Invoice Date': written,
    'Invoice Number': `19${account}`,
    'Account Number': account,
    'Sales Order No.': `SO-${account}`,
    'Item Weight': '',
    Surcharge: '',
    'Green Surcharge': '',
    'Peak Surcharge': '',
    Volume: '3',
    'Net Value': '9.00',
    'Tax Amount': '1.80',
    'Gross Value': '10.80',
  })
}
const clientsOf = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map(([client]) => client)

test('an account set to one client bills only its parcels; other accounts bill any', async () => {
  const anyone = await dayOfTwoClients('2026-02-03', '100001')
  expect(clientsOf(await rowsOf(await imported('rm-7.csv', [anyone])))).toEqual(['ACME', 'ACME', 'BIRCH'])
  const ofBirch = await dayOfTwoClients('2026-02-04', '100002')
  const body = { carrierCode: 'RMG', account: '100002', clients: ['BIRCH'] }
  expect(await portal.call(invoices.saveAccount, { body }, operator)).toMatchObject({ status: 200 })
  expect(clientsOf(await rowsOf(await imported('rm-8.csv', [ofBirch])))).toEqual(['BIRCH', 'BIRCH', ''])
  const { body: kept } = await portal.call(invoices.accounts, {}, operator)
  expect(kept.accounts).toMatchObject([{ carrierCode: 'RMG', account: '100002', clients: ['BIRCH'], version: 1 }])
})

test('lines of one day are matched together, however far apart they are', async () => {
  const rows = { client: 'ACME', carrier: 'RMG', clientMethodId: 'RMG-T24', carrierService: 'Tracked 24' }
  for (const [number, weight] of [
    [1, '0.800'],
    [2, '0.900'],
  ] as const)
    await makeParcel(portal.testDatabase, {
      ...rows,
      trackingNumber: `WZ00000000${number}GB`,
      orderNumber: `WZ-${number}`,
      weight,
      despatchedAt: '2026-02-05T12:00:00Z',
    })
  const line = (number: number, day: string, weight: string, net = '3.00') =>
    royalMailRow({
      'Confirmation Date': [day, day],
      'Invoice Date': '20.02.2026',
      'Invoice Number': '1900000009',
      'Account Number': '100003',
      'Sales Order No.': `SO-9-${number}`,
      'Item Weight': weight,
      Surcharge: '',
      'Green Surcharge': '',
      'Peak Surcharge': '',
      Volume: '1',
      'Net Value': net,
      'Tax Amount': '0.00',
      'Gross Value': net,
    })
  // The lighter item is nearer to the heavier parcel; only together with the heavier item is it matched correctly.
  const many = Array.from({ length: 2100 }, (_, index) => line(index + 2, '06.02.2026', '0.500'))
  const summaryID = await imported('rm-9.csv', [
    line(1, '05.02.2026', '0.860'),
    ...many,
    line(3000, '05.02.2026', '1.000', '4.00'),
  ])
  const { body } = await portal.call(invoices.parcels, { body: { summaryID } }, operator)
  const billed = body.parcels.filter(({ trackingNumber }) => trackingNumber !== '')
  expect(billed.map(({ trackingNumber, line: at }) => `${trackingNumber} ${at}`)).toEqual([
    'WZ000000001GB 2',
    'WZ000000002GB 2103',
  ])
})

test('an account is set to existing clients, once, and by the operator only', async () => {
  const body = { carrierCode: 'RMG', account: '100009', clients: ['ACME', 'BIRCH'] }
  const nobody = await portal.call(invoices.saveAccount, { body: { ...body, clients: ['NOBODY'] } }, operator)
  expect(nobody.status).toBe(404)
  const saved = await portal.call(invoices.saveAccount, { body }, operator)
  expect(saved.status).toBe(200)
  // Saving the same account again means that another user added it at the same time.
  expect((await portal.call(invoices.saveAccount, { body }, operator)).status).toBe(409)
  const change = { ...body, accountID: saved.body.id, clients: ['ACME'], version: 1 }
  expect(await portal.call(invoices.saveAccount, { body: change }, operator)).toMatchObject({ body: { version: 2 } })
  const client = { ...(await makeSession(portal.testDatabase, { clients: ['ACME'] })), client: 'ACME' }
  expect((await portal.call(invoices.accounts, {}, client)).status).toBe(403)
  const gone = await portal.call(invoices.removeAccount, { query: { id: saved.body.id } }, operator)
  expect(gone.status).toBe(200)
})
