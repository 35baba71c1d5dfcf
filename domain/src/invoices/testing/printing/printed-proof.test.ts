import { describe, expect, test } from 'vitest'
import { judge } from '../../judging/judge.ts'
import type { BilledDetail } from '../../invoice.ts'
import { type World, worldOf } from '../../../testing/despatch-world.ts'
import { FaultTally, Finder, rulesOf, TERMS } from '../../../testing/find-billed.ts'
import { type FileEvents, known, numbered, readAll } from '../../../testing/invoice-files.ts'
import { type TestInvoices, makeInvoices, netOf } from '../make-invoices.ts'
import { DHL_PRINTER } from './print-dhl.ts'
import { DPD_MAINLAND_PRINTER, DPD_UK_PRINTER } from './print-dpd.ts'
import { FEDEX_PRINTER } from './print-fedex.ts'
import { UPS_BARE_PRINTER, UPS_PRINTER } from './print-ups.ts'
import type { PrintedFile, Printer } from './paper.ts'

/** Each format, with the carrier of the test world that uses it. */
const WRITERS: readonly (readonly [string, Printer])[] = [
  ['UPS', UPS_PRINTER],
  ['UPS', UPS_BARE_PRINTER],
  ['DHL', DHL_PRINTER],
  ['DHL', FEDEX_PRINTER],
  ['DPD', DPD_UK_PRINTER],
  ['DPD', DPD_MAINLAND_PRINTER],
]
/** npm run test:in-number prints 50,000 rows and more. */
const CONSIGNMENTS = process.env['IN_NUMBER'] ? 20_000 : 3000

const world = worldOf(20_260_302, CONSIGNMENTS, 200)

function make(of: World, carrier: string, printer: Printer, seed: number): TestInvoices {
  return makeInvoices(of.carriages.get(carrier) ?? [], {
    seed,
    account: carrier,
    currency: 'GBP',
    day: '2026-04-06',
    terms: TERMS,
    perInvoice: 200,
    faultPercent: 30,
    ordersThatStayed: of.stayed,
    styles: printer.styles,
    namesService: printer.namesService === true,
    cannotShow: printer.cannotShow,
  })
}

function readFile(file: PrintedFile): FileEvents {
  const rows = numbered(file.rows)
  return readAll(rows, { file: known(rows), accountCurrency: 'GBP' })
}

describe.each(WRITERS.map(([carrier, printer]) => ({ carrier, printer, layout: printer.layout })))(
  '$carrier, written as $layout',
  ({ carrier, printer }) => {
    const made = make(world, carrier, printer, 7)
    const files = printer.print(made.invoices)
    const read = files.map((file) => readFile(file))

    test('is recognised, and no row is refused', () => {
      const layouts = new Set(files.map(({ rows }) => known(numbered(rows.slice(0, 210))).layout.code))
      expect([...layouts]).toEqual([printer.layout])
      expect(read.flatMap(({ refused }) => refused)).toEqual([])
    })

    test('reads what was written: numbers, sums, parcels, weights and every charge', () => {
      const invoices = read.flatMap((one) => one.invoices)
      expect(invoices.map(({ billed, proof }) => [billed.number, billed.day, billed.account, proof.net])).toEqual(
        made.invoices.map(({ invoice, details }) => [
          invoice.number,
          invoice.day,
          invoice.account,
          details.reduce((sum, detail) => sum + netOf(detail), 0),
        ]),
      )
      const details = read.flatMap((one) => one.details.map(({ detail }) => toldOf(detail)))
      const expected = made.invoices.flatMap((one) => one.details.map(toldOf))
      expect(details.length).toBe(expected.length)
      expect(details.find((detail, index) => detail !== expected[index])).toEqual(
        expected.find((detail, index) => detail !== details[index]),
      )
    })

    test('finds every planted fault, and nothing else', () => {
      const rules = rulesOf(world, [{ carrier, remoteArea: printer.remoteArea, returned: printer.returned }])
      const finder = new Finder(world, { isByParcel: carrier === 'DPD' })
      const tally = new FaultTally()
      const proofs = read.flatMap((one) => one.invoices.map(({ proof }) => proof.verdict === 'does not add up'))
      for (const [index, { isSumOff }] of made.invoices.entries()) tally.addSum(isSumOff, proofs[index] === true)
      const details = read.flatMap((one) => one.details)
      for (const [index, told] of made.written.entries()) {
        const detail = details[index]?.detail
        if (!detail) throw new Error('Fewer details than were made')
        const written = { ...told, detail }
        const facts = finder.factsOf(written, carrier)
        const result = judge(detail, facts, rules)
        tally.add(written, facts, result)
      }
      const rows = files.reduce((sum, file) => sum + file.rows.length, 0)
      process.stdout.write(tally.text(`${printer.layout}: ${rows} rows in ${files.length} files`))
      expect(tally.wrong.slice(0, 5)).toEqual([])
    })
  },
)

/** What a file says about a detail in every layout. */
const toldOf = ({ leg, parcels, charges, shipmentDay, country, pieces }: BilledDetail): string =>
  JSON.stringify({
    leg: leg === 'outbound',
    shipmentDay,
    country,
    pieces,
    parcels: parcels.map((parcel) => [parcel.trackingNumber, parcel.billedWeight, sumsOf(parcel.charges)]),
    charges: sumsOf(charges),
  })

/** Net sums by category; a layout without a column for remote areas bills them under another category. */
function sumsOf(charges: BilledDetail['charges']): [string, number][] {
  const sums = new Map<string, number>()
  for (const { category, net } of charges) {
    const key = category === 'base' || category === 'fuel' ? category : 'beside'
    sums.set(key, (sums.get(key) ?? 0) + net)
  }
  return [...sums].filter(([, net]) => net !== 0).toSorted(([one], [other]) => one.localeCompare(other))
}
