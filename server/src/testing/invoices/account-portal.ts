import { contract } from '@despatch/contract/contract'
import { makeClient, makeSession } from '../factories.ts'
import { makeParcel } from '../parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../test-portal.ts'
import { sendInvoices, settledImport } from './goshawk.ts'

/**
 * A portal with three clients and a carrier, Osprey, that bills parcels by one layout and consignments by another; an
 * operator imports its invoices, one line per row.
 */

const { invoices } = contract
const COLUMNS = [
  'Invoice',
  'Date',
  'Tracking',
  'Consignment',
  'Reference',
  'Type',
  'Service',
  'Shipped',
  'Items',
] as const
const AMOUNTS = ['Base', 'Fuel', 'Remote', 'Credit', 'Tax'] as const
const layout = (row: 'parcel' | 'consignment') => {
  // The column names distinguish the two layouts.
  const named = (name: string) => (row === 'parcel' ? name : `${name} of shipment`)
  const column = (name: string) => ({ names: [named(name)] })
  const header = [...COLUMNS, ...AMOUNTS, 'Currency'].map(named)
  return {
    code: `osprey-${row}`,
    version: 1,
    carrier: 'Osprey',
    title: `Osprey, a row a ${row}`,
    row,
    header,
    fields: {
      invoiceNumber: column('Invoice'),
      invoiceDay: column('Date'),
      trackingNumber: column('Tracking'),
      consignmentNumber: column('Consignment'),
      leg: column('Type'),
      service: column('Service'),
      shipmentDay: column('Shipped'),
      pieces: column('Items'),
      rowTax: column('Tax'),
      currency: column('Currency'),
    },
    references: [column('Reference')],
    charges: [
      { column: column('Base'), code: 'BASE', text: 'Base', category: 'base' },
      { column: column('Fuel'), code: 'FUEL', text: 'Fuel', category: 'fuel' },
      { column: column('Remote'), code: 'REM', text: 'Remote area', category: 'remote area' },
      { column: column('Credit'), code: 'CRD', text: 'Credit', category: 'credit' },
    ],
    legs: { ADJ: 'adjustment', RTN: 'return' },
    amounts: { decimal: '.' },
    dates: 'year-first',
    currency: null,
  } as const
}

/** A row of an invoice; amounts in the invoice's currency. Without a number it names its consignment or order. */
export type OspreyRow = {
  tracking?: string
  consignment?: string
  order?: string
  type?: 'ADJ' | 'RTN'
  shipped?: string
  items?: number
  base?: number
  fuel?: number
  remote?: number
  credit?: number
  tax?: number
}

export class AccountPortal {
  readonly portal: TestPortal
  readonly operator: SignedIn

  private constructor(portal: TestPortal, operator: SignedIn) {
    this.portal = portal
    this.operator = operator
  }

  /**
   * Opens a portal with the clients ZED and YAK, in pounds, and QUE, in euros. A consignment costs 3.26, and 2.00 for
   * all further parcels.
   */
  static async open(): Promise<AccountPortal> {
    return AccountPortal.on(await openTestPortal())
  }

  /** Adds the same to an open portal. An existing client keeps its settings. */
  static async on(portal: TestPortal): Promise<AccountPortal> {
    const on = portal.testDatabase
    for (const [code, currency] of [
      ['ZED', 'GBP'],
      ['YAK', 'GBP'],
      ['QUE', 'EUR'],
    ] as const) {
      await makeClient(on, { code, name: `${code} Ltd` })
      await on.asOwner('update clients set currency_code = $2 where client_code = $1', [code, currency])
      const perParcel = (fromParcel: number, baseCost: number) => ({
        fromParcel,
        baseCost,
        incrementalCost: 0,
        incrementStart: 0,
        increment: 0,
        costingMatrix: [],
      })
      await makeRuleBook(on, code, [
        carrierItem('OSP', { name: 'Osprey' }),
        methodItem('OSP-1', 'OSP', 32_600, {
          pricing: {
            pricingMethod: 'By Parcel',
            primaryCosting: perParcel(1, 32_600),
            secondaryCosting: perParcel(2, 20_000),
          },
        }),
      ])
      await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
    }
    const operator = {
      ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })),
      client: 'All_client',
    }
    for (const row of ['parcel', 'consignment'] as const)
      await portal.call(invoices.saveLayout, { body: { layout: layout(row) } }, operator)
    return new AccountPortal(portal, operator)
  }

  close(): Promise<void> {
    return this.portal.close()
  }

  /** Makes an order whose parcels were despatched together, on 2 March 2026 by default. */
  async order(client: string, orderNumber: string, numbers: readonly string[], day = '2026-03-02'): Promise<void> {
    for (const [index, trackingNumber] of numbers.entries())
      await makeParcel(this.portal.testDatabase, {
        client,
        trackingNumber,
        orderNumber,
        carrier: 'OSP',
        clientMethodId: 'OSP-1',
        carrierService: 'Parcel',
        despatchedAt: `${day}T16:00:0${index}Z`,
      })
  }

  #parcels = 0

  /** Makes a single parcel of ZED despatched on 2 March 2026, and returns its number. */
  async parcel(): Promise<string> {
    const order = `ALONE${String(++this.#parcels).padStart(6, '0')}`
    await this.order('ZED', order, [`${order}X1`])
    return `${order}X1`
  }

  decideRow(value: 'Accepted' | 'Rejected', parcelIDs = '') {
    const body = { parcelIDs, ...(value === 'Rejected' && { reason: 'Not ours to pay' }) }
    return this.portal.call(invoices.decideParcels, { params: { value }, body }, this.operator)
  }

  /** Imports an invoice, of 6 March 2026 by default, and returns its id. */
  async bill(
    number: string,
    rows: readonly OspreyRow[],
    { day = '2026-03-06', currency = 'GBP', row = 'parcel' as 'parcel' | 'consignment' } = {},
  ): Promise<string> {
    const { header } = layout(row)
    const lines = rows.map((one) =>
      [
        number,
        day,
        one.tracking ?? '',
        one.consignment ?? (one.tracking ? '' : `C-${one.order ?? ''}`),
        one.order ?? '',
        one.type ?? '',
        'Parcel',
        one.shipped ?? '2026-03-02',
        one.items ?? '',
        ...[one.base, one.fuel, one.remote, one.credit, one.tax].map((amount) => amount ?? ''),
        currency,
      ].join(),
    )
    const text = `${[header.join(), ...lines].join('\n')}\n`
    const { body } = await sendInvoices(this.portal.url, { [`${number}.csv`]: text }, this.operator)
    const done = await settledImport(this.portal, body.imports[0]?.importID ?? '', this.operator)
    const [invoice] = done.invoices
    if (!invoice) throw new Error(`${number} was not imported: ${done.state} ${done.message}`)
    return invoice.summaryID
  }

  /** Posts or corrects an invoice, and returns the ledger lines without accruals; credits are negative. */
  async post(summaryID: string): Promise<string[]> {
    const { body } = await this.portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, this.operator)
    const query = { postingID: body.posting?.postingID ?? '', limit: '999999' }
    const { lines } = (await this.portal.call(invoices.postingLines, { query }, this.operator)).body
    return lines
      .filter(({ account, category }) => account !== 'Accrued carriage' && category !== 'accrual')
      .map(({ account, clientCode, debit, credit }) =>
        [account, clientCode, debit === '0.00' ? `-${credit}` : debit].filter(Boolean).join(' '),
      )
  }

  /** The rows of an invoice, in their order. */
  async rows(summaryID: string) {
    return (await this.portal.call(invoices.parcels, { body: { summaryID } }, this.operator)).body.parcels
  }

  /** The verdict and expected amount of each row. */
  async judged(summaryID: string): Promise<string[]> {
    return (await this.rows(summaryID)).map(({ verdict, expected }) => `${verdict} ${expected}`)
  }

  /** Imports an invoice and returns its verdicts. */
  async billed(...bill: Parameters<AccountPortal['bill']>): Promise<string[]> {
    return this.judged(await this.bill(...bill))
  }

  async summary(summaryID: string) {
    const [one] = (await this.portal.call(invoices.summary, { query: { summaryID } }, this.operator)).body.summary
    if (!one) throw new Error('No such invoice')
    return one
  }

  async decide(summaryID: string, status: 'accepted' | 'rejected', reason = '') {
    return this.portal.call(
      invoices.decideSummary,
      { params: { id: status }, body: { summaryID, ...(reason && { reason }) } },
      this.operator,
    )
  }
}
