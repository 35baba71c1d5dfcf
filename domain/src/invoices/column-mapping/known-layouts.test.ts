import { describe, expect, test } from 'vitest'
import {
  DHL_ROWS,
  dhlInvoice,
  dhlShipment,
  DPD_UK_PREAMBLE,
  DPD_UK_ROWS,
  dpdDutchRow,
  dpdEnglishRow,
  dpdGermanRow,
  fedexRow,
  ROYAL_MAIL_FIRST_HEADER,
  royalMailRow,
  UPS_ROWS,
} from '../../testing/carrier-rows.ts'
import { known, numbered, readAll } from '../../testing/invoice-files.ts'
import { checkLayout } from './check-layout.ts'
import { DHL_EXPRESS } from './dhl-express.ts'
import { DPD_DUTCH, DPD_ENGLISH, DPD_GERMAN } from './dpd-mainland.ts'
import { DPD_UK } from './dpd-uk.ts'
import { FEDEX_UK } from './fedex-uk.ts'
import { KNOWN_LAYOUTS } from './known-layouts.ts'
import { ROYAL_MAIL } from './royal-mail.ts'
import { UPS_COLUMNS } from './ups-columns.ts'

const headerOf = ({ header }: { header: readonly string[] | null }): readonly string[] => header ?? []

test.each(KNOWN_LAYOUTS)('$code lacks nothing and survives JSON', (layout) => {
  expect(checkLayout(layout)).toEqual([])
  expect(JSON.parse(JSON.stringify(layout))).toEqual(layout)
})

test('codes are unique', () => {
  expect(new Set(KNOWN_LAYOUTS.map(({ code }) => code)).size).toBe(KNOWN_LAYOUTS.length)
})

describe('UPS', () => {
  const withHeader = numbered([[...UPS_COLUMNS], ...UPS_ROWS])
  const without = numbered(UPS_ROWS)

  test('is recognised with and without its header', () => {
    expect(known(withHeader).layout.code).toBe('ups-with-header')
    expect(known(without).layout.code).toBe('ups-without-header')
  })

  test('address corrections with their fuel, and account fees, are not freight', () => {
    const row = (values: Readonly<Record<string, string>>): string[] => {
      const [like = []] = UPS_ROWS
      return UPS_COLUMNS.map((name, place) => values[name] ?? like[place] ?? '')
    }
    const freight = { 'Charge Classification Code': 'FRT', 'Charge Description Code': '003', 'Net Amount': '1.00' }
    const fuel = { ...freight, 'Charge Classification Code': 'FSC', 'Charge Description': 'Fuel Surcharge' }
    const corrected = { 'Charge Category Code': 'ADJ', 'Charge Category Detail Code': 'ADC' }
    const { details, invoices } = readAll(
      numbered([
        [...UPS_COLUMNS],
        row({ ...freight, 'Charge Description': 'Ground Commercial' }),
        row({ ...freight, ...corrected, 'Charge Description': 'Address Correction Ground' }),
        row({ ...fuel, ...corrected }),
        row({
          ...freight,
          'Charge Category Code': 'MIS',
          'Charge Category Detail Code': 'SVCH',
          'Charge Description': 'Payment Processing Fee',
          'Tracking Number': '',
          'Lead Shipment Number': '',
        }),
      ]),
    )
    const charges = [
      ...details.flatMap(({ detail }) => detail.parcels.flatMap((parcel) => parcel.charges)),
      ...invoices.flatMap(({ billed }) => billed.charges),
    ]
    expect(charges.map(({ text, category }) => [text, category])).toEqual([
      ['Ground Commercial', 'base'],
      ['Address Correction Ground', 'address correction'],
      ['Fuel Surcharge', 'address correction'],
      ['Payment Processing Fee', 'other'],
    ])
  })

  test('charges of a tracking number come together, taxes apart, and the invoice adds up', () => {
    const { details, invoices, refused } = readAll(withHeader)
    expect(refused).toEqual([])
    expect(details.map(({ detail }) => [detail.consignmentNumber, detail.service, detail.parcels[0]?.tax])).toEqual([
      ['1ZAAAAAA6800000001', 'TB Standard', 40_000],
      ['1ZAAAAAA6800000002', 'TB Standard', null],
    ])
    expect(details[0]?.detail.parcels[0]).toMatchObject({
      billedWeight: 2500,
      declaredWeight: 2000,
      charges: [
        { category: 'base', net: 120_000, line: 2 },
        { category: 'fuel', net: 30_000, line: 3 },
      ],
    })
    expect(invoices[0]).toMatchObject({
      billed: { number: '000001', account: '0000A1B2C3', day: '2026-03-31', currency: 'GBP', tax: 40_000 },
      proof: { verdict: 'adds up', net: 250_000, tax: 40_000, rowsTaken: 5 },
    })
  })

  test('without its header, the same is read', () => {
    const strip = ({ details }: ReturnType<typeof readAll>) =>
      details.map(({ detail }) => [
        detail.consignmentNumber,
        detail.shipmentDay,
        detail.parcels.map(({ charges }) => charges.map(({ net }) => net)),
      ])
    expect(strip(readAll(without))).toEqual(strip(readAll(withHeader)))
  })
})

test('DHL: extra charges less their discounts, the invoice row with its fee', () => {
  const { details, invoices } = readAll(numbered([[...headerOf(DHL_EXPRESS)], ...DHL_ROWS]))
  expect(details[0]?.detail).toMatchObject({
    consignmentNumber: '1000000001',
    pieces: 2,
    country: 'DE',
    parcels: [
      {
        trackingNumber: '1000000001',
        billedWeight: 4500,
        tax: 54_000,
        charges: [
          { code: 'WEIGHT', category: 'base', net: 200_000 },
          { code: 'FF', category: 'fuel', net: 40_000 },
          { code: 'OO', category: 'remote area', net: 30_000 },
        ],
      },
    ],
  })
  expect(invoices[0]).toMatchObject({
    billed: { dueDay: '2026-04-30', currency: 'GBP', charges: [{ code: 'INVOICE FEE', net: 20_000 }] },
    proof: { verdict: 'adds up', net: 390_000, tax: 74_000, ownTotals: { checked: 6, wrong: 0 } },
  })
})

test("DPD UK: fuel counts by parcel, its row is checked, collections are the invoice's", () => {
  const { details, invoices, refused } = readAll(numbered([...DPD_UK_PREAMBLE, [...headerOf(DPD_UK)], ...DPD_UK_ROWS]))
  expect(refused).toEqual([])
  expect(details.map(({ detail }) => detail.parcels[0]?.charges.map(({ net }) => net))).toEqual([
    [37_600, 1400, 2200],
    [37_600, 1400, 2200],
  ])
  expect(details[0]?.detail).toMatchObject({ references: ['A1', 'A2'], shipmentDay: '2026-05-11', postcode: 'B1 1AA' })
  expect(invoices[0]).toMatchObject({
    billed: {
      number: '16000001',
      account: '200001',
      day: '2026-05-28',
      tax: 26_500,
      charges: [{ text: 'DAILY COLLECTION', net: 50_000 }],
    },
    proof: {
      verdict: 'adds up',
      net: 132_400,
      repeats: [{ code: 'FUEL AND ENERGY CHARGE', ofRows: 2800, ofColumn: 2800 }],
    },
  })
})

test('DPD UK: a row whose column is empty counts on its own', () => {
  const rows = DPD_UK_ROWS.map((row) => row.with(headerOf(DPD_UK).indexOf('Fuel and Energy Charge'), '0.00'))
  const { invoices } = readAll(numbered([...DPD_UK_PREAMBLE, [...headerOf(DPD_UK)], ...rows]))
  expect(invoices[0]).toMatchObject({
    billed: { charges: [{ net: 50_000 }, { net: 2800, category: 'fuel' }] },
    proof: { verdict: 'adds up', net: 132_400, repeats: [] },
  })
})

test('DPD UK: a fuel row that exceeds the column does not add up', () => {
  const rows = DPD_UK_ROWS.with(2, (DPD_UK_ROWS[2] ?? []).with(headerOf(DPD_UK).indexOf('Revenue'), '0.30'))
  const { invoices } = readAll(numbered([...DPD_UK_PREAMBLE, [...headerOf(DPD_UK)], ...rows]))
  expect(invoices[0]?.proof).toMatchObject({ verdict: 'does not add up', repeats: [{ ofRows: 3000, ofColumn: 2800 }] })
})

test.each([
  [
    'English',
    DPD_ENGLISH,
    dpdEnglishRow({}),
    { net: 98_000, tracking: '01234567890123', country: 'GB', leg: 'outbound' },
  ],
  [
    'German',
    DPD_GERMAN,
    dpdGermanRow({}),
    { net: 10_158_700, tracking: '86000000000001', country: 'AT', leg: 'return' },
  ],
  ['Dutch', DPD_DUTCH, dpdDutchRow({}), { net: 59_200, tracking: '05000000000001', country: 'NL', leg: 'outbound' }],
] as const)('DPD on the mainland, %s header', (_language, layout, row, { net, tracking, country, leg }) => {
  const rows = numbered([[...headerOf(layout)], row])
  expect(known(rows).layout.code).toBe(layout.code)
  const { details, invoices } = readAll(rows)
  expect(details[0]?.detail).toMatchObject({ country, leg, parcels: [{ trackingNumber: tracking }] })
  expect(invoices[0]?.proof).toMatchObject({ verdict: 'nothing stated', net, ownTotals: { checked: 1, wrong: 0 } })
})

test('DPD on the mainland: zeros dropped by a spreadsheet are restored', () => {
  const { details } = readAll(
    numbered([[...headerOf(DPD_ENGLISH)], dpdEnglishRow({ 'Parcel number': '1234567890123' })]),
  )
  expect(details[0]?.detail.parcels[0]?.trackingNumber).toBe('01234567890123')
})

test('Royal Mail: two header rows, surcharges within the net, the last row is checked', () => {
  const total = royalMailRow({
    'Confirmation Date': ['Overall Result', ''],
    'Sales Order No.': '',
    'Net Value': '60.00',
    'Tax Amount': '12.00',
    'Gross Value': '72.00',
  })
  const rows = [
    ROYAL_MAIL_FIRST_HEADER,
    [...headerOf(ROYAL_MAIL)],
    royalMailRow({}),
    royalMailRow({ 'Sales Order No.': 'SO-2' }),
    total,
  ]
  const { details, invoices, file } = readAll(numbered(rows))
  expect(details[0]?.detail).toMatchObject({
    consignmentNumber: 'SO-1',
    pieces: 10,
    shipmentDay: '2026-03-13',
    parcels: [
      {
        trackingNumber: '',
        billedWeight: 500,
        tax: 60_000,
        charges: [{ net: 285_000 }, { net: 5000 }, { net: 10_000 }],
      },
    ],
  })
  expect(invoices[0]?.proof).toMatchObject({ verdict: 'adds up', net: 600_000, tax: 120_000, rowsTaken: 2 })
  expect(file).toMatchObject({ rows: 3, taken: 2, refused: 0, passedOver: 1 })
})

test('FedEx: a service given as a code is read by its name', () => {
  const read = (values: Parameters<typeof fedexRow>[0]) =>
    readAll(numbered([[...headerOf(FEDEX_UK)], fedexRow(values)])).details.map(({ detail }) => detail.service)
  expect(read({ Service: '2P', 'SvcPkg Label': 'FedEx Intl Connect Plus' })).toEqual(['FedEx Intl Connect Plus'])
  expect(read({ Service: '2P', 'SvcPkg Label': '' })).toEqual(['2P'])
  expect(read({ Service: 'FedEx Intl Priority', 'SvcPkg Label': 'IP Pak' })).toEqual(['FedEx Intl Priority'])
})

test("FedEx: a charge whose name contains 'tax' by chance is not a tax", () => {
  const row = fedexRow({})
  const [name = ''] = row.filter((cell) => /fuel/i.test(cell))
  const renamed = row.map((cell) => (cell === name ? 'Private address' : cell))
  const { details } = readAll(numbered([[...headerOf(FEDEX_UK)], renamed]))
  expect(details[0]?.detail.parcels[0]?.charges.map(({ text }) => text)).toContain('Private address')
})

test('DHL: a discount on a credit note reduces the credit', () => {
  const invoice = dhlInvoice({ 'Invoice Type': 'Credit Note' })
  const shipment = dhlShipment({
    'Weight Charge': '-20.00',
    'XC1 Charge': '-4.00',
    'XC1 Discount': '-1.00',
    'XC2 Charge': '',
    'XC2 Code': '',
    'XC2 Name': '',
    'XC2 Discount': '',
  })
  const { details } = readAll(numbered([[...headerOf(DHL_EXPRESS)], invoice, shipment]))
  const charges = details[0]?.detail.parcels[0]?.charges ?? details[0]?.detail.charges ?? []
  expect(charges.map(({ category, net }) => [category, net])).toContainEqual(['fuel', -30_000])
})

test('FedEx: charges under repeated names, and one column of dates with months first', () => {
  const { details, invoices } = readAll(numbered([[...headerOf(FEDEX_UK)], fedexRow({})]))
  expect(details[0]?.detail).toMatchObject({
    shipmentDay: '2026-03-24',
    parcels: [
      {
        billedWeight: 24_100,
        charges: [{ category: 'fuel' }, { category: 'base' }, { category: 'customs', net: 139_900 }],
      },
    ],
  })
  expect(invoices[0]).toMatchObject({ billed: { day: '2026-03-31' }, proof: { verdict: 'adds up', net: 573_400 } })
})
