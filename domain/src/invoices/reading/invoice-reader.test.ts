import { describe, expect, test } from 'vitest'
import {
  DHL_ROWS,
  dhlInvoice,
  dhlShipment,
  DPD_UK_PREAMBLE,
  dpdEnglishRow,
  dpdUkRow,
  royalMailRow,
  ROYAL_MAIL_FIRST_HEADER,
  UPS_ROWS,
  upsRow,
} from '../../testing/carrier-rows.ts'
import { known, numbered, readAll } from '../../testing/invoice-files.ts'
import { DHL_EXPRESS } from '../column-mapping/dhl-express.ts'
import { DPD_ENGLISH } from '../column-mapping/dpd-mainland.ts'
import { DPD_UK } from '../column-mapping/dpd-uk.ts'
import { ROYAL_MAIL } from '../column-mapping/royal-mail.ts'
import { UPS_COLUMNS } from '../column-mapping/ups-columns.ts'

const ENGLISH = [...(DPD_ENGLISH.header ?? [])]
const DHL = [...(DHL_EXPRESS.header ?? [])]
const english = (...values: Parameters<typeof dpdEnglishRow>[0][]) =>
  numbered([ENGLISH, ...values.map((value) => dpdEnglishRow(value))])

/** Rows after good ones, so that the file is recognised. */
const afterGood = (...values: Parameters<typeof dpdEnglishRow>[0][]) => {
  const good = Array.from({ length: 30 }, (_, index) => ({
    'Shipment number': `9${index}`,
    'Parcel number': `9000000000${1000 + index}`,
  }))
  return english(...good, ...values)
}

describe('a row is refused', () => {
  test.each([
    ['Parcel number', '1.59E+13', /spreadsheet/],
    ['Parcel number', '1,59E+13', /spreadsheet/],
    ['Shipment number', '7E+12', /spreadsheet/],
    ['Base price', 'eight', /not an amount/],
    ['Base price', '8,62', /like 1234\.56/],
    ['Base price', '8.62123', /more than four decimals/],
    ['Invoice date', '20261331', /isn’t a date/],
    ['Shipment date', 'soon', /isn’t a date/],
  ])('%s with %s', (column, value, reason) => {
    const { refused, invoices } = readAll(
      afterGood({
        [column]: value,
        'Shipment number': '1',
        ...(column === 'Shipment number' && { 'Shipment number': value }),
      }),
    )
    expect(refused.map(({ row }) => [row.line, row.column, row.value])).toEqual([[32, column, value]])
    expect(refused[0]?.row.reason).toMatch(reason)
    expect(invoices[0]?.proof).toMatchObject({ net: 30 * 98_000, rowsTaken: 30, rowsRefused: 1 })
  })

  test('without an invoice, or with neither parcel nor consignment', () => {
    const { refused } = readAll(afterGood({ 'Invoice number': '' }, { 'Parcel number': '', 'Shipment number': '' }))
    expect(refused.map(({ row }) => row.reason)).toEqual([
      'The row has no invoice number',
      'The row has no parcel or consignment number',
    ])
  })

  test('with more cells than the header, from an address without quotes', () => {
    const rows = afterGood({})
    const shifted = { line: 99, cells: dpdEnglishRow({}).toSpliced(3, 1, 'Jones', 'Smith and Co') }
    expect(shifted.cells.at(-1)).toBe('')
    expect(readAll([...rows, shifted]).refused[0]?.row.reason).toMatch(/too many cells/)
  })

  test('that ends before its last amount', () => {
    const cut = { line: 99, cells: dpdEnglishRow({}).slice(0, 22) }
    const { refused } = readAll([...afterGood({}), cut])
    expect(refused[0]?.row).toMatchObject({ line: 99, reason: expect.stringMatching(/ends before its last amount/) })
  })

  test('with broken quotes', () => {
    const { refused, file } = readAll([...afterGood({}), { line: 40, fault: 'The quotes do not pair up', value: 'x' }])
    expect(refused[0]?.row).toEqual({ line: 40, column: null, value: 'x', reason: 'The quotes do not pair up' })
    expect(file).toMatchObject({ rows: 32, taken: 31, refused: 1 })
  })

  test("with an unknown currency, or another than its invoice's", () => {
    const shipments = Array.from({ length: 12 }, (_, index) => dhlShipment({ 'Shipment Number': `20000000${index}` }))
    const rows = numbered([DHL, ...shipments, dhlShipment({ Currency: 'GPB' }), dhlShipment({ Currency: 'EUR' })])
    expect(readAll(rows).refused.map(({ row }) => [row.column, row.value, row.reason])).toEqual([
      ['Currency', 'GPB', 'This is not a currency. Enter three letters like GBP or EUR'],
      ['Currency', 'EUR', 'This row’s currency differs from earlier rows of its invoice'],
    ])
  })

  test('of a kind that the layout does not know', () => {
    const { refused } = readAll(numbered([DHL, ...DHL_ROWS, dhlShipment({ 'Line Type': 'X' })]))
    expect(refused[0]?.row).toMatchObject({ column: 'Line Type', value: 'X' })
  })
})

describe('a row is accepted with a remark', () => {
  test('with a date in the future', () => {
    const { invoices, refused } = readAll(english({ 'Invoice date': '20270101', 'Shipment date': '20270102' }))
    expect(refused).toEqual([])
    expect(invoices[0]?.remarks.map(({ column, text }) => [column, text])).toEqual([
      ['Invoice date', 'The invoice date is in the future'],
      ['Shipment date', 'The shipment date is in the future'],
    ])
  })

  test('with a negative base, which is a credit only in a credit document', () => {
    const { invoices } = readAll(english({ 'Base price': '-8.62', 'Total amount': '-7.44' }))
    expect(invoices[0]?.remarks.map(({ text }) => text)).toEqual([
      'The base charge is negative, but the row isn’t a credit',
    ])
    expect(invoices[0]?.proof).toMatchObject({ net: -74_400, ownTotals: { checked: 1, wrong: 0 } })
    const credit = readAll(
      numbered([
        DHL,
        dhlInvoice({ 'Invoice Type': 'Credit Note' }),
        dhlShipment({
          'Weight Charge': '-20.00',
          'Total amount (excl. VAT)': '-13.00',
          'Total amount (incl. VAT)': '-7.60',
        }),
      ]),
    )
    expect(credit.invoices[0]?.remarks).toEqual([])
    expect(credit.invoices[0]?.proof).toMatchObject({ net: -130_000, ownTotals: { wrong: 0 } })
  })

  test('with a negative base: a credit if the sums above rows are negative', () => {
    const remarksOf = (net: string) =>
      readAll(
        numbered([
          ['Account No', '200417', 'Invoice No', 'C1'],
          ['Invoice Date', '25/05/2026'],
          ['Nett Invoice Value', '', net, 'GBP'],
          [...(DPD_UK.header ?? [])],
          dpdUkRow({ Revenue: '-1.30' }),
        ]),
      ).invoices[0]?.remarks.map(({ text }) => text)
    const remark = 'The base charge is negative, but the row isn’t a credit'
    expect(remarksOf('-1.30')).not.toContain(remark)
    expect(remarksOf('1.30')).toContain(remark)
  })

  test('in a credit document written without a minus: it counts as a credit', () => {
    const layout = {
      ...DHL_EXPRESS,
      credits: { column: { names: ['Invoice Type'] }, values: ['Credit Note'], areWrittenPositive: true },
    }
    const rows = numbered([DHL, dhlInvoice({ 'Invoice Type': 'Credit Note' }), dhlShipment({})])
    const { invoices, details } = readAll(rows, { file: known(rows, [layout]) })
    expect(invoices[0]?.proof).toMatchObject({ net: -270_000, tax: -54_000, ownTotals: { wrong: 0 } })
    expect(details[0]?.detail.parcels[0]?.charges[0]?.net).toBe(-200_000)
  })
})

describe('dates', () => {
  test('a column that contradicts itself makes the file unusable', () => {
    const { file } = readAll(english({ 'Shipment date': '27/08/2026' }, { 'Shipment date': '8/28/2026' }))
    expect(file.unusable).toMatch(/Shipment date contradict one another: 8\/28\/2026 \(line 3\)/)
  })

  test('a column with months first is read as such', () => {
    const { file, details } = readAll(
      english({ 'Shipment date': '3/4/2026' }, { 'Shipment date': '8/28/2026', 'Shipment number': '2' }),
    )
    expect(file.unusable).toBeNull()
    expect(details.map(({ detail }) => detail.shipmentDay)).toEqual(['2026-03-04', '2026-08-28'])
  })

  test('a much later date in another order makes the file unusable', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      'Shipment date': '3/4/2026',
      'Shipment number': `${index}`,
    }))
    expect(readAll(english(...many, { 'Shipment date': '3/28/2026' })).file.unusable).toMatch(/has its month first/)
    const monthFirst = [{ 'Shipment date': '3/28/2026' }, ...many]
    expect(readAll(english(...monthFirst, { 'Shipment date': '28/3/2026' })).file.unusable).toMatch(/contradict/)
  })

  test('without an invoice date the last shipment counts, with a remark', () => {
    const rows = numbered([
      ...DPD_UK_PREAMBLE,
      [...(DPD_UK.header ?? [])],
      dpdUkRow({}),
      dpdUkRow({ Date: '28/05/2026' }),
    ])
    const { invoices } = readAll(rows)
    expect(invoices[0]?.billed.day).toBe('2026-05-28')
    expect(invoices[0]?.remarks.map(({ text }) => text)).toContain(
      'The file has no invoice date. The last despatch date is used',
    )
  })
})

test('a refused row belongs to its invoice, even as the first row', () => {
  const good = Array.from({ length: 8 }, () => ({}))
  const rows = english({ 'Parcel number': '1.59E+13' }, ...good, { 'Invoice number': 'LONE', 'Base price': 'free' })
  const { invoices, refused, file } = readAll(rows)
  expect(invoices.map(({ proof }) => [proof.rowsTaken, proof.rowsRefused])).toEqual([[8, 1]])
  expect(refused.map(({ invoice, row }) => [invoice, row.line])).toEqual([
    [0, 2],
    [null, 11],
  ])
  expect(file).toMatchObject({ rows: 10, taken: 8, refused: 2 })
})

describe('details', () => {
  test('scattered rows of one consignment are combined under one key', () => {
    const header = [...UPS_COLUMNS]
    const far = Array.from({ length: 5000 }, (_, index) =>
      upsRow({
        'Charge Classification Code': 'FRT',
        'Net Amount': '1.00',
        'Tracking Number': `1ZFAR${100_000 + index}`,
        'Lead Shipment Number': `1ZFAR${100_000 + index}`,
      }),
    )
    const [first = [], second = []] = UPS_ROWS
    const { details } = readAll(numbered([header, first, ...far, second]))
    const mine = details.filter(({ detail }) => detail.consignmentNumber === '1ZAAAAAA6800000001')
    expect(mine.map(({ isContinued }) => isContinued)).toEqual([false, true])
    expect(new Set(mine.map(({ key }) => key)).size).toBe(1)
    expect(
      mine.flatMap(({ detail }) => detail.parcels.flatMap(({ charges }) => charges.map(({ net }) => net))),
    ).toEqual([120_000, 30_000])
  })

  test('a later row of the same parcel is another charge of it', () => {
    const further = { 'Base price': '0.00', 'Toll surcharge': '0.00', 'Total other surcharges': '0.00' }
    const late = { ...further, 'Total amount': '0.35' }
    const { details } = readAll(english({}, { 'Shipment number': '2', 'Parcel number': '22222222222222' }, late))
    expect(details.map(({ detail }) => detail.parcels.map(({ charges }) => charges.length))).toEqual([[4], [5]])
  })

  test('the same parcel with its base again is a new detail', () => {
    const { details } = readAll(english({}, { 'Parcel number': '22222222222222' }, {}, { 'Energy surcharge': '9.00' }))
    expect(details.map(({ detail }) => detail.parcels.map(({ charges }) => charges.length))).toEqual([[4, 4], [4], [4]])
    expect(new Set(details.map(({ key }) => key)).size).toBe(3)
  })

  test('one consignment number on all rows is read in parts', () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ 'Parcel number': `${10_000_000_000_000 + index}` }))
    const { details, invoices } = readAll(english(...rows))
    expect(details.length).toBeGreaterThan(1)
    expect(details.map(({ isContinued }) => isContinued)).toEqual([false, ...details.slice(1).map(() => true)])
    expect(details.flatMap(({ detail }) => detail.parcels)).toHaveLength(2000)
    expect(invoices[0]?.proof.net).toBe(2000 * 98_000)
  })

  test('an adjustment and a return are separate from the shipment', () => {
    const row = (category: string) =>
      upsRow({ 'Charge Classification Code': 'FRT', 'Net Amount': '1.00', 'Charge Category Code': category })
    const { details } = readAll(numbered([[...UPS_COLUMNS], row('SHP'), row('ADJ'), row('RTN')]))
    expect(details.map(({ detail }) => detail.leg)).toEqual(['outbound', 'adjustment', 'return'])
  })

  test('a charge without a shipment belongs to the invoice', () => {
    const fee = upsRow({
      'Tracking Number': '',
      'Lead Shipment Number': '',
      'Charge Classification Code': 'MSC',
      'Charge Description': 'Service Charge',
      'Net Amount': '9.00',
    })
    const { invoices, details } = readAll(numbered([[...UPS_COLUMNS], ...UPS_ROWS, fee]))
    expect(details).toHaveLength(2)
    expect(invoices[0]).toMatchObject({
      billed: { charges: [{ text: 'Service Charge', net: 90_000 }] },
      proof: { net: 340_000 },
    })
  })
})

describe('the proof', () => {
  test('a row that differs from its own total is named with its column and difference', () => {
    const { invoices } = readAll(english({ 'Total amount': '9.81' }))
    expect(invoices[0]?.proof).toMatchObject({
      verdict: 'does not add up',
      ownTotals: { wrong: 1, first: [{ line: 2, column: 'Total amount', stated: 98_100, difference: -100 }] },
    })
  })

  test('reports a stated total that is off by a penny', () => {
    const rows = DHL_ROWS.with(0, dhlInvoice({ 'Total amount (excl. VAT)': '37.01' }))
    expect(readAll(numbered([DHL, ...rows])).invoices[0]?.proof).toMatchObject({
      verdict: 'does not add up',
      statements: [{ what: 'net', line: 2, difference: -100 }],
    })
  })

  test('reports rows that state different totals of one invoice', () => {
    const [first = [], ...rest] = UPS_ROWS
    const wrong = first.with(UPS_COLUMNS.indexOf('Invoice Amount'), '12.00')
    const proof = readAll(numbered([[...UPS_COLUMNS], wrong, ...rest])).invoices[0]?.proof
    expect(proof?.verdict).toBe('does not add up')
    expect(proof?.statements.map(({ amount, rows, difference }) => [amount, rows, difference])).toEqual([
      [120_000, 1, 170_000],
      [290_000, 4, 0],
    ])
  })

  test('checks a last row over several invoices against all of them', () => {
    const total = royalMailRow({
      'Confirmation Date': ['Overall Result', ''],
      'Sales Order No.': '',
      'Net Value': '61.00',
      'Tax Amount': '12.00',
      'Gross Value': '73.00',
      'Invoice Number': '',
    })
    const rows = [
      ROYAL_MAIL_FIRST_HEADER,
      [...(ROYAL_MAIL.header ?? [])],
      royalMailRow({}),
      royalMailRow({ 'Sales Order No.': 'SO-2', 'Invoice Number': '19002' }),
      total,
    ]
    const { file, invoices } = readAll(numbered(rows))
    expect(invoices.map(({ proof }) => proof.verdict)).toEqual(['nothing stated', 'nothing stated'])
    expect(file.totals.map(({ what, difference }) => [what, difference])).toEqual([
      ['net', -10_000],
      ['tax', 0],
      ['gross', -10_000],
    ])
  })
})

describe('amounts', () => {
  test('are read in pence', () => {
    const layout = { ...DPD_ENGLISH, amounts: { decimal: '.', isMinor: true } as const }
    const rows = english({
      'Base price': '862',
      'Energy surcharge': '35',
      'Toll surcharge': '11',
      'Total other surcharges': '72',
      'Total amount': '980',
    })
    expect(readAll(rows, { file: known(rows, [layout]) }).invoices[0]?.proof).toMatchObject({
      net: 98_000,
      ownTotals: { wrong: 0 },
    })
  })

  test('stored as numbers in a workbook have a point, whatever the texts have', () => {
    const place = ENGLISH.indexOf('Base price')
    const rows = english({
      'Base price': '8.620000000000001',
      'Energy surcharge': '0,35',
      'Toll surcharge': '0,11',
      'Total other surcharges': '0,72',
      'Total amount': '9,80',
    }).map((row) => (row.line === 1 || row.fault !== undefined ? row : { ...row, typed: new Set([place]) }))
    expect(readAll(rows).invoices[0]?.proof).toMatchObject({ net: 98_000, ownTotals: { wrong: 0 } })
  })

  test('tracking numbers stored as numbers are refused if digits are lost', () => {
    const place = ENGLISH.indexOf('Parcel number')
    const read = (parcel: string) =>
      readAll(
        english({ 'Parcel number': parcel }).map((row) =>
          row.fault === undefined && row.line > 1 ? { ...row, typed: new Set([place]) } : row,
        ),
      )
    expect(read('1234567890123400000').refused[0]?.row.reason).toMatch(/spreadsheet/)
    expect(read('1234567890123').details[0]?.detail.parcels[0]?.trackingNumber).toBe('01234567890123')
  })
})

test('rows are counted as taken, refused or passed over', () => {
  const rows = afterGood({ 'Base price': 'x' }, { 'Invoice number': '26000002' }, { 'Invoice number': '' })
  const { file, invoices, refused } = readAll(rows)
  expect(file).toMatchObject({ rows: 33, taken: 31, refused: 2, passedOver: 0 })
  expect(invoices.map(({ proof }) => [proof.rowsTaken, proof.rowsRefused])).toEqual([
    [30, 1],
    [1, 0],
  ])
  expect(refused.map(({ invoice }) => invoice)).toEqual([0, null])
})

test('many invoices of one file are read in batches', () => {
  const { invoices } = readAll(
    english(...Array.from({ length: 1201 }, (_, index) => ({ 'Invoice number': `${index}` }))),
  )
  expect(invoices.map(({ billed }) => billed.number)).toEqual(Array.from({ length: 1201 }, (_, index) => `${index}`))
})

test('a sales order has a detail for each line, and one for a repeated line', () => {
  const rows = numbered([
    ROYAL_MAIL_FIRST_HEADER,
    [...(ROYAL_MAIL.header ?? [])],
    royalMailRow({ Volume: '2', 'Item Weight': '0.300' }),
    royalMailRow({ Volume: '3', 'Item Weight': '0.700' }),
    royalMailRow({ Volume: '4', 'Item Weight': '0.300', 'Class of Mail': 'Tracked 48' }),
    royalMailRow({ Volume: '2', 'Item Weight': '0.300' }),
    royalMailRow({ Volume: '2', 'Item Weight': '0.300', 'Product Code': 'TSS', 'Net Value': '42.00' }),
  ])
  const { details } = readAll(rows)
  expect(
    details.map(({ detail: { pieces, service, parcels } }) => [pieces, service, parcels[0]?.billedWeight]),
  ).toEqual([
    [3, 'Tracked 24', 700],
    [4, 'Tracked 48', 300],
    // The position of its last row.
    [2, 'Tracked 24', 300],
    // Another product with the same weight.
    [2, 'Tracked 24', 300],
  ])
})
