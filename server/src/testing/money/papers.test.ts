import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../factories.ts'
import { sendInvoices, settledImport } from '../invoices/goshawk.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import { callOn, feed, openMoneyPortal, type Portal } from './drive.ts'
import { NOT_YET } from './not-yet.ts'
import { type Line, PAPERS, type PaperCarrier, printPaper } from './papers.ts'

/** Ten kinds of faults among correct rows in the layouts of five carriers: each is found, and nothing else. */

const { invoices } = contract
const FIRST_DAY = addDays(dayOf(new Date()), -60)
const INVOICE_DAY = addDays(FIRST_DAY, 55)
/** A day without despatches. */
const IDLE_DAY = addDays(FIRST_DAY, 52)
const CODES: Record<PaperCarrier, string> = { DPD: 'DPD', UPS: 'UPS', DHL: 'DHL', FedEx: 'FEDEX', 'Royal Mail': 'RM' }
/** The price of a parcel up to a weight in grams; fuel is a tenth, except for Royal Mail. */
const BANDS = [
  { upToGrams: 2000, price: 400 },
  { upToGrams: 5000, price: 650 },
  { upToGrams: 30_000, price: 980 },
]
const SERVICE = 'Tracked Day'

/** How each kind changes a correct line: the lines of the first invoice, and of the second. */
type Written = { readonly first: readonly Line[]; readonly second?: readonly Line[] }
type Kind = {
  /** The product's fault that must be fixed before this one can be found. */
  readonly needs?: string
  readonly cannot?: readonly PaperCarrier[]
  readonly write: (line: Line, other: string) => Written
}
const ONE_ROW: readonly PaperCarrier[] = ['DHL', 'FedEx', 'Royal Mail']
const KINDS: Readonly<Record<string, Kind>> = {
  'wrong weight': {
    cannot: ['Royal Mail'],
    write: (line) => ({ first: [{ ...line, grams: 4000, base: 650, fuel: 65 }] }),
  },
  'wrong price': { write: (line) => ({ first: [{ ...line, base: line.base + 70 }] }) },
  'wrong fuel': { cannot: ['Royal Mail'], write: (line) => ({ first: [{ ...line, fuel: line.fuel + 13 }] }) },
  'fuel forgotten': { cannot: ['Royal Mail'], write: (line) => ({ first: [{ ...line, fuel: 0 }] }) },
  'surcharge nobody agreed': { write: (line) => ({ first: [{ ...line, handling: 150 }] }) },
  'billed twice at once': { write: (line) => ({ first: [line, line] }) },
  'billed on two invoices': { write: (line) => ({ first: [line], second: [line] }) },
  'parcel that nobody knows': {
    write: (line, other) => ({
      first: [line, { ...line, number: other, lead: other, reference: '', shipped: IDLE_DAY }],
    }),
  },
  'a parcel too many': {
    needs: 'T1',
    cannot: ONE_ROW,
    write: (line, other) => ({ first: [line, { ...line, number: other, lead: other }] }),
  },
  'a piece too many': {
    cannot: ['DPD', 'UPS'],
    write: (line) => ({ first: [{ ...line, pieces: line.pieces + 1, base: line.base * 2, fuel: line.fuel * 2 }] }),
  },
}
const OF_A_KIND = 4
const HONEST = 20

let on: Portal
beforeAll(async () => {
  on = await openMoneyPortal(FIRST_DAY)
  const { testDatabase } = on.portal
  await makeClient(testDatabase, { code: 'PAPER', name: 'Paper Ltd' })
  const bands = BANDS.map(({ upToGrams, price }, index) => ({
    chargeID: `B${index}`,
    from: BANDS[index - 1]?.upToGrams ?? 0,
    to: upToGrams,
    baseCost: price * 100,
    effectiveFrom: null,
    effectiveBetween: null,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
  }))
  const costing = { fromParcel: 1, baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0 }
  const pricing = {
    pricingMethod: 'By Weight Matrix' as const,
    primaryCosting: { ...costing, costingMatrix: bands },
    secondaryCosting: null,
  }
  const items = Object.entries(CODES).flatMap(([name, code]) => [
    carrierItem(code, { name }),
    methodItem(`M-${code}`, code, 0, { carrierService: SERVICE, methodDescription: SERVICE, pricing }),
  ])
  await makeRuleBook(testDatabase, 'PAPER', items)
  await testDatabase.asOwner(`update rule_books set published_at = $1 where client_code = 'PAPER'`, [FIRST_DAY])
  for (const carrierCode of ['DPD', 'UPS', 'DHL', 'FEDEX'])
    await callOn(on)(invoices.saveAgreed, {
      body: {
        carrierCode,
        clientCode: '',
        chargeCode: '',
        category: 'fuel',
        chargeText: 'Fuel',
        when: 'always',
        amount: {
          kind: 'percent',
          percent: '10',
          of: ['base'],
          per: 'detail',
        },
        least: null,
        most: null,
        currency: 'GBP',
        from: FIRST_DAY,
        to: null,
      },
    })
})
afterAll(() => on.portal.close())

/** Numbers in the carriers' formats. */
const numberOf = (carrier: PaperCarrier, index: number) => {
  const digits = String(index).padStart(8, '0')
  return {
    DPD: `155010${digits}`,
    UPS: `1ZW3A568${digits}`,
    DHL: `70${digits}`,
    FedEx: `7946${digits}`,
    'Royal Mail': `9${digits}`,
  }[carrier]
}

type Put = { readonly kind: string; readonly numbers: readonly string[] }

/** The lines of a carrier's two invoices, the planted faults, and the despatches. */
function write(carrier: PaperCarrier) {
  const isLetters = carrier === 'Royal Mail'
  const kinds = Object.entries(KINDS).filter(([, { cannot = [] }]) => !cannot.includes(carrier))
  const all = [
    ...Array.from({ length: HONEST }, () => ['', null] as const),
    ...kinds.flatMap((kind) => Array.from({ length: OF_A_KIND }, () => kind)),
  ]
  const first: Line[] = []
  const second: Line[] = []
  const put: Put[] = []
  const despatches: { order: string; number: string; day: string; grams: number }[] = []
  for (const [index, [kind, how]] of all.entries()) {
    const order = `${CODES[carrier]}-${index}`
    const grams = kind === '' && !isLetters ? ([800, 3200, 9000][index % 3] ?? 800) : 1000
    const price = BANDS.find(({ upToGrams }) => grams <= upToGrams)?.price ?? 0
    const number = numberOf(carrier, index)
    // Each sales order bills its own day, by its own class.
    const shipped = addDays(FIRST_DAY, isLetters ? index : 3)
    despatches.push({ order, number: isLetters ? numberOf('DPD', 900_000 + index) : number, day: shipped, grams })
    const line = {
      number,
      reference: isLetters ? '' : order,
      service: SERVICE,
      shipped,
      grams,
      pieces: 1,
      base: price,
      fuel: isLetters ? 0 : price / 10,
      handling: 0,
    }
    const other = numberOf(carrier, 500_000 + index)
    const written = how ? how.write(line, other) : index % 4 === 0 ? { first: [], second: [line] } : { first: [line] }
    first.push(...written.first)
    second.push(...(written.second ?? []))
    if (kind !== '') put.push({ kind, numbers: [number, other] })
  }
  return { first, second, put, despatches }
}

const said = new Map<string, string[]>()
test.each(Object.keys(PAPERS) as PaperCarrier[])('%s: each fault is found, and nothing else', async (carrier) => {
  const { first, second, put, despatches } = write(carrier)
  const orders = despatches.map(({ order }) => [order, 'SKU', 1, 'GB', 'SW1Y 4JH'].join())
  await feed(on, 'orders', 'PAPER', ['orderNumber,SKU,quantity,country,postCode', ...orders, ''].join('\n'))
  const header = 'orderNumber,trackingNumber,carrier,carrierService,despatchedAt,weight'
  const parcels = despatches.map(({ order, number, day, grams }) =>
    [order, number, CODES[carrier], SERVICE, `${day} 10:00`, (grams / 1000).toFixed(3)].join(),
  )
  await feed(on, 'despatches', 'PAPER', [header, ...parcels, ''].join('\n'))
  const flagged = new Map<string, number>()
  for (const [index, some] of [first, second].entries()) {
    const number = `${CODES[carrier]}-INV-${index + 1}`
    const file = printPaper(carrier, { number, day: addDays(INVOICE_DAY, index), lines: some })
    const { body } = await sendInvoices(on.portal.url, { [`${number}.csv`]: file }, on.operator)
    const is = await settledImport(on.portal, body.imports[0]?.importID ?? '', on.operator)
    expect([is.state, is.refusedRows, is.message]).toEqual(['Imported', 0, expect.any(String)])
    const { details } = await callOn(on)(invoices.details, { body: { summaryID: is.invoices[0]?.summaryID ?? '' } })
    for (const { verdict, consignmentNumber } of details)
      if (verdict !== 'Matched') flagged.set(consignmentNumber, (flagged.get(consignmentNumber) ?? 0) + 1)
  }
  let alarms = 0
  const counts = new Map<string, { found: number; put: number }>()
  const faulty = new Map(put.flatMap(({ kind, numbers }) => numbers.map((number) => [number, kind] as const)))
  for (const { kind, numbers } of put) {
    const count = counts.get(kind) ?? { found: 0, put: 0 }
    counts.set(kind, count)
    count.put++
    const times = numbers.reduce((sum, number) => sum + (flagged.get(number) ?? 0), 0)
    if (times > 0) count.found++
    alarms += Math.max(0, times - 1)
  }
  for (const [number, times] of flagged) if (!faulty.has(number)) alarms += times
  const found = [...counts.values()].reduce((sum, count) => sum + count.found, 0)
  said.set(carrier, [
    ...Object.keys(KINDS).map((kind) => {
      const count = counts.get(kind)
      return count ? `${count.found}/${count.put}` : '–'
    }),
    String(alarms),
    `${((100 * found) / Math.max(1, found + alarms)).toFixed(1)} %`,
    `${((100 * found) / put.length).toFixed(1)} %`,
  ])
  const missed = [...counts].flatMap(([kind, count]) => (count.found < count.put ? [kind] : []))
  const expected = Object.entries(KINDS).flatMap(([kind, { needs = '' }]) =>
    NOT_YET.has(needs) && counts.has(kind) ? [kind] : [],
  )
  expect({ alarms, missed }).toEqual({ alarms: 0, missed: expected })
})

afterAll(() => {
  const titles = [...Object.keys(KINDS), 'false alarms', 'precision', 'recall']
  const carriers = Object.keys(PAPERS)
  const rows = titles.map((title, index) =>
    [title.padEnd(26), ...carriers.map((carrier) => (said.get(carrier)?.[index] ?? '').padStart(11))].join(''),
  )
  process.stdout.write(
    `${[['found / put in'.padEnd(26), ...carriers.map((one) => one.padStart(11))].join(''), ...rows].join('\n')}\n`,
  )
})
