import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import { ROYAL_MAIL } from '@despatch/domain/invoices/column-mapping/royal-mail'
import { royalMailRow } from '@despatch/domain/testing/carrier-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

/*
 * Weeks of Royal Mail on two accounts: one is CEDAR's, the other is shared by ACME and BIRCH. Each has parcels of all
 * weights; a line bills the items of a day and price, and states their average weight.
 */

const { invoices } = contract
const BANDS = [
  { upTo: 500, price: 34_300 },
  { upTo: 1000, price: 39_100 },
  { upTo: 2000, price: 47_900 },
] as const
const CLIENTS = ['ACME', 'BIRCH', 'CEDAR']
const ACCOUNTS = { '0445001': ['ACME', 'BIRCH'], '0445002': ['CEDAR'] } as const
type Account = keyof typeof ACCOUNTS

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  for (const code of CLIENTS) await makeClient(on, { code, name: code })
  await publishPrices(0)
  for (const [account, clients] of Object.entries(ACCOUNTS)) {
    const body = { carrierCode: 'RMG', account, clients: [...clients] }
    await portal.call(invoices.saveAccount, { body }, operator)
  }
})
afterAll(() => portal.close())

/**
 * Publishes the prices of all clients, with those of the lightest band raised by `higher`; from a day, or without a
 * start.
 */
async function publishPrices(higher: number, holdsFrom?: string) {
  const on = portal.testDatabase
  const row = { incrementalCost: 0, incrementStart: 0, increment: 0, effectiveFrom: null, effectiveBetween: null }
  const costingMatrix = BANDS.map(({ upTo, price }, index) => ({
    ...row,
    chargeID: `C${index}`,
    from: BANDS[index - 1]?.upTo ?? 0,
    to: upTo,
    baseCost: index === 0 ? price + higher : price,
  }))
  const primaryCosting = {
    fromParcel: 1,
    baseCost: 0,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    costingMatrix,
  }
  const pricing = { pricingMethod: 'By Weight Matrix', primaryCosting, secondaryCosting: null } as const
  const method = methodItem('RMG-T24', 'RMG', 0, { carrierService: 'Tracked 24', pricing })
  for (const client of CLIENTS) {
    await makeRuleBook(on, client, [
      carrierItem('RMG', { name: 'Royal Mail' }),
      holdsFrom === undefined ? method : { ...method, holdsFrom },
    ])
    // Date the methods to the start of the year.
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1 and version = 1`, [
      client,
    ])
  }
}

type Parcel = { client: string; grams: number; day: string }

/** Three days with about ten parcels of each client, in weights across all bands, always the same. */
function parcelsOf(monday: number): Parcel[] {
  return [0, 1, 2].flatMap((more) =>
    Array.from({ length: 27 }, (_, index) => ({
      client: CLIENTS[index % 3] ?? '',
      grams: 60 + ((index * 557 + more * 131 + monday * 37) % 1930),
      day: `2026-06-${String(monday + more).padStart(2, '0')}`,
    })),
  )
}

async function despatch(parcels: readonly Parcel[]) {
  const rows = { carrier: 'RMG', clientMethodId: 'RMG-T24', carrierService: 'Tracked 24' }
  for (const { client, grams, day } of parcels)
    await makeParcel(portal.testDatabase, {
      ...rows,
      client,
      despatchedAt: `${day}T12:00:00Z`,
      weight: (grams / 1000).toFixed(3),
    })
}

type Line = { day: string; items: number; grams: number; price: number; extra: number }

/** The lines that Royal Mail bills on an account for parcels: one for each day and price. */
function linesOf(account: Account, parcels: readonly Parcel[]): Line[] {
  const clients: readonly string[] = ACCOUNTS[account]
  const own = parcels.filter(({ client }) => clients.includes(client))
  const bandOf = (grams: number) => BANDS.findIndex(({ upTo }) => grams <= upTo)
  return [...Map.groupBy(own, ({ day, grams }) => `${day} ${bandOf(grams)}`).values()].map((items) => ({
    day: items[0]?.day ?? '',
    items: items.length,
    grams: items.reduce((sum, { grams }) => sum + grams, 0),
    price: BANDS[bandOf(items[0]?.grams ?? 0)]?.price ?? 0,
    extra: 0,
  }))
}

/** Imports an invoice of these lines and returns its faulty rows: verdict, client, billed less expected, causes. */
async function findingsOf(number: string, account: Account, lines: readonly Line[], orders = number) {
  const pounds = (amount: number) => (amount / 10_000).toFixed(2)
  const rows = lines.map(({ day, items, grams, price, extra }, index) => {
    const written = day.split('-').toReversed().join('.')
    const net = items * price + extra
    return royalMailRow({
      'Confirmation Date': [written, written],
      'Invoice Date': '30.06.2026',
      'Invoice Number': number,
      'Account Number': account,
      'Sales Order No.': `${orders}-${index}`,
      'Class of Mail': 'Tracked 24',
      'Destination Country Code': 'GB',
      Volume: String(items),
      'Item Weight': (grams / items / 1000).toFixed(3),
      Surcharge: pounds(extra),
      'Green Surcharge': '',
      'Peak Surcharge': '',
      'Net Value': pounds(net),
      'Tax Amount': '0.00',
      'Gross Value': pounds(net),
    })
  })
  const form = new FormData()
  const text = [ROYAL_MAIL.header ?? [], ...rows].map((cells) => cells.join()).join('\n')
  form.append('file', new Blob([text]), `${number}.csv`)
  const headers = { access_token: operator.token, client: 'All_client' }
  const answer = await fetch(`${portal.url}/api/invoice/import/`, { method: 'POST', body: form, headers })
  const { imports } = (await answer.json()) as { imports: { importID: string }[] }
  return findingsIn(await imported(imports[0]?.importID ?? ''))
}

async function findingsIn(summaryID: string) {
  const { body } = await portal.call(invoices.parcels, { body: { summaryID } }, operator)
  expect(body.parcels.length).toBeGreaterThan(0)
  return body.parcels
    .filter(({ verdict }) => verdict !== 'Matched')
    .map(({ verdict, clientCode, variance, causes }) => [
      verdict,
      clientCode,
      variance,
      causes.map(({ cause }) => cause).join(),
    ])
}

async function imported(id: string): Promise<string> {
  for (let tries = 0; tries < 2400; tries++) {
    const [is] = (await portal.call(invoices.imports, { query: { id } }, operator)).body.imports
    if (is?.state === 'Imported') return is.invoices[0]?.summaryID ?? ''
    if (is && is.message !== '' && is.state !== 'Waiting') throw new Error(is.message)
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

test('a correct week has no finding, and on a second invoice is billed already', async () => {
  const parcels = parcelsOf(1)
  await despatch(parcels)
  const [shared, cedar] = [linesOf('0445001', parcels), linesOf('0445002', parcels)]
  expect(await findingsOf('9001', '0445002', cedar)).toEqual([])
  expect(await findingsOf('9002', '0445001', shared)).toEqual([])
  const again = await findingsOf('9003', '0445001', shared, '9002')
  expect(new Set(again.map(([verdict]) => verdict))).toEqual(new Set(['Already billed']))
  expect(again).toHaveLength(parcels.filter(({ client }) => client !== 'CEDAR').length)
})

test('each fault of a week is one finding, and the other parcels are matched', async () => {
  const parcels = parcelsOf(8)
  await despatch(parcels)
  const honest = linesOf('0445002', parcels)
  const faulty = honest.map((line): Line => {
    if (line.day === '2026-06-08' && line.price === BANDS[0].price) return { ...line, price: line.price + 1000 }
    if (line.day === '2026-06-09' && line.price === BANDS[1].price)
      return { ...line, items: line.items + 1, grams: (line.grams / line.items) * (line.items + 1) }
    if (line.day === '2026-06-10' && line.price === BANDS[2].price) return { ...line, extra: 25_000 }
    return line
  })
  const itemsOf = (day: string, band: number) =>
    honest.find((line) => line.day === day && line.price === BANDS[band]?.price)?.items ?? 0
  expect(itemsOf('2026-06-08', 0) * itemsOf('2026-06-09', 1) * itemsOf('2026-06-10', 2)).toBeGreaterThan(0)
  expect(await findingsOf('9101', '0445002', faulty)).toEqual([
    ['Overcharged', 'CEDAR', (itemsOf('2026-06-08', 0) * 0.1).toFixed(2), 'price'],
    ['Not found', '', '3.91', 'number of parcels'],
    ['Overcharged', 'CEDAR', '2.50', 'charges'],
  ])
})

test('items billed heavier than they left are one finding of weight', async () => {
  const parcels = parcelsOf(15)
  await despatch(parcels)
  const lines = linesOf('0445002', parcels)
  const heavier = lines.map((line) =>
    line.day === '2026-06-15' && line.price === BANDS[0].price
      ? { ...line, price: BANDS[1].price, grams: Math.max(line.grams * 3, line.items * 600) }
      : line,
  )
  const items = lines.find(({ day, price }) => day === '2026-06-15' && price === BANDS[0].price)?.items ?? 0
  expect(items).toBeGreaterThan(0)
  const findings = await findingsOf('9201', '0445002', heavier)
  expect(findings).toMatchObject([
    ['Overcharged', 'CEDAR', (items * 0.48).toFixed(2), expect.stringContaining('weight')],
  ])
})

test('a price entered late changes the expected cost, and no difference remains', async () => {
  const parcels = parcelsOf(22)
  await despatch(parcels)
  const dearer = linesOf('0445002', parcels).map((line) =>
    line.price === BANDS[0].price ? { ...line, price: line.price + 1000 } : line,
  )
  expect((await findingsOf('9301', '0445002', dearer)).map(([, , , cause]) => cause)).toEqual([
    'price',
    'price',
    'price',
  ])
  await publishPrices(1000, '2026-06-22')
  const [summary] = (await portal.call(invoices.summary, { query: { search: '9301' } }, operator)).body.summary
  const summaryID = summary?.summaryID ?? ''
  await portal.call(invoices.judgeAgain, { body: { summaryID, after: 0 } }, operator)
  expect(await findingsIn(summaryID)).toEqual([])
  // The billed amounts stay.
  const { body } = await portal.call(invoices.parcels, { body: { summaryID } }, operator)
  const billed = body.parcels.reduce((sum, row) => sum + Math.round(Number(row.billed) * 10_000), 0)
  expect(billed).toBe(dearer.reduce((sum, line) => sum + line.items * line.price, 0))
})
