import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, StatedSum } from '../invoice.ts'
import type { RowKind } from '../column-mapping/layout.ts'
import { OpenDetails } from './open-details.ts'
import { OpenInvoice } from './open-invoice.ts'
import { planReading, type ReadableFile, type ReadPlan, titleAt } from './read-plan.ts'
import type { InvoiceFileRow, InvoiceHead, ReadEvent, RefusedRow } from './read-event.ts'
import { preambleSums, readHead, readOverhead, readRepeatedSums, readSums, refuseUnnamed } from './read-head.ts'
import { type BilledRow, readChargeColumns, readRow } from './read-row.ts'
import { Remarks } from './remarks.ts'
import { RowCells } from './row-cells.ts'
import { isRepeatedHeader, isSubtotal, isTotalRow } from './total-row.ts'

/** The limit of invoices in one file: each takes little memory, but the total must be limited. */
const MAX_INVOICES = 100_000
/** Refused rows that wait for their invoice. */
const MAX_EARLY = 1000
/** Invoices emitted at once at the end. */
const MAX_EMITTED = 500

export type ReadOptions = {
  /** The operator's day: later dates get a remark. */
  readonly today: Day
  /** The currency of the carrier's account, for invoices whose file and layout state none. */
  readonly accountCurrency?: string
}

type ReadableRow = Extract<InvoiceFileRow, { cells: readonly string[] }>

/** Fewer rows do not show how many cells a row usually has. */
const FEW_ROWS = 3
const CUT_OFF =
  'The last row is too short, so the file may be incomplete. Compare its total with the invoice, or ask the carrier for it again'

/**
 * Reads the rows of an invoice file one after the other; `take` returns the events since the last call. Memory hardly
 * grows with the rows: it holds a window of details, the sums of each invoice, and the keys of emitted details.
 */
export class InvoiceReader {
  readonly #plan: ReadPlan
  readonly #cells: RowCells
  readonly #options: ReadOptions
  readonly #invoices = new Map<string, OpenInvoice>()
  readonly #details: OpenDetails
  readonly #remarks = new Remarks()
  readonly #fileTotals: StatedSum[] = []
  /** Refused rows whose invoice has not begun yet; they are emitted with it. */
  #early: { readonly key: string; readonly row: RefusedRow }[] = []
  #events: ReadEvent[] = []
  #passed = 0
  /** The fewest cells of a row, and the line of the last row if only that has so few. */
  #shortest = Number.POSITIVE_INFINITY
  #cutOff: number | undefined
  #rows = 0
  #taken = 0
  #refused = 0
  #passedOver = 0

  constructor(file: ReadableFile, options: ReadOptions) {
    this.#plan = planReading(file)
    this.#cells = new RowCells(this.#plan)
    this.#options = options
    this.#details = new OpenDetails(file.layout, (event) => this.#events.push(event))
  }

  /** Reads the next row of the file, starting with the very first: preamble and header are skipped. */
  read(row: InvoiceFileRow): void {
    if (this.#passed < this.#plan.file.rowsBefore) {
      this.#passed += 1
      return
    }
    this.#rows += 1
    if (row.fault !== undefined) {
      this.#refuse(null, { line: row.line, column: null, value: row.value, reason: row.fault })
      return
    }
    const reason = this.#misfit(row)
    if (reason !== undefined) {
      this.#refuse(null, { line: row.line, column: null, value: '', reason })
      return
    }
    if (isRepeatedHeader(row.cells, this.#plan.file.header)) {
      this.#passedOver += 1
      return
    }
    this.#cells.begin(row)
    this.#tellLast(row)
    if (isTotalRow(row.cells, this.#plan)) this.#readTotals()
    else this.#readInvoiceRow(this.#kindOf())
  }

  take(): ReadEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  /** Emits what is left in batches: the last details, the invoices with their proofs, the file. */
  *end(): Generator<readonly ReadEvent[]> {
    this.#details.end()
    if (this.#cutOff !== undefined) this.#remarks.add(this.#cutOff, null, CUT_OFF)
    for (const { row } of this.#early) this.#refuse(null, row)
    yield this.take()
    const invoices = [...this.#invoices.values()]
    const [only, another] = invoices
    if (only && !another) for (const { what, amount, line } of this.#fileTotals) only.tally.state(what, amount, line)
    const sums = { net: 0, tax: 0, gross: 0 }
    for (const invoice of invoices) {
      const read = invoice.read()
      sums.net += read.proof.net
      sums.tax += read.proof.tax ?? 0
      this.#events.push(read)
      if (this.#events.length >= MAX_EMITTED) yield this.take()
    }
    sums.gross = sums.net + sums.tax
    const totals = this.#fileTotals.map((total) => ({ ...total, rows: 1, difference: sums[total.what] - total.amount }))
    this.#events.push({
      kind: 'file-read',
      file: {
        rows: this.#rows,
        taken: this.#taken,
        refused: this.#refused,
        passedOver: this.#passedOver,
        unusable: this.#cells.unusable(),
        totals: another ? totals : [],
        remarks: this.#remarks.all(),
      },
    })
    yield this.take()
  }

  /** Notes whether the last row is shorter than all before it: the file may have been cut off after its last amount. */
  #tellLast({ line, cells, typed }: ReadableRow): void {
    const isShort = !typed && this.#rows > FEW_ROWS && cells.length < this.#shortest
    this.#cutOff = isShort ? line : undefined
    this.#shortest = Math.min(this.#shortest, cells.length)
  }

  /** Explains why a row does not fit the layout; undefined if it does. */
  #misfit({ cells, count, typed }: ReadableRow): string | undefined {
    const { width, leastWidth } = this.#plan
    if (count !== undefined)
      return `This row has ${count.toLocaleString('en-GB')} cells, far more than the layout’s columns`
    const isShifted = !typed && cells.length > Math.max(this.#plan.file.header ? width : 0, this.#plan.file.usualCells)
    if (isShifted || (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')))
      return 'This row has too many cells. An address may contain the separator without quotes'
    // Rows of workbooks end after their last filled cell.
    if (cells.length < leastWidth && !typed && !isTotalRow(cells, this.#plan))
      return 'This row ends before its last amount, so the file may be incomplete. Ask the carrier for it again'
    return undefined
  }

  #kindOf(): RowKind {
    const { kinds } = this.#plan
    if (!kinds) return 'detail'
    const kind = kinds.values.get(this.#cells.text(kinds.place))
    if (kind === undefined)
      this.#cells.refuse(
        kinds.place,
        `This layout has rows of the kinds ${[...kinds.values.keys()].join(' and ')} only`,
      )
    return kind ?? 'detail'
  }

  #readInvoiceRow(kind: RowKind): void {
    const cells = this.#cells
    if (kind === 'nothing' && cells.fault === null) {
      this.#passedOver += 1
      return
    }
    const head = readHead(this.#plan, cells, this.#options.accountCurrency)
    if (head.number === '') refuseUnnamed(this.#plan, cells)
    const key = `${head.account} ${head.number}`
    const known = this.#invoices.get(key)
    if (!known && this.#invoices.size >= MAX_INVOICES)
      cells.refuse(-1, 'The file has more than 100,000 invoices. Split it')
    if (known && head.currency !== '' && known.currency !== '' && head.currency !== known.currency)
      cells.refuse(this.#plan.at.currency ?? -1, 'This row’s currency differs from earlier rows of its invoice')
    const isCredit = known?.isCredit === true || this.#isCredit()
    const { areWrittenPositive } = this.#plan.layout.credits ?? { areWrittenPositive: false }
    const write =
      kind === 'invoice' ? this.#invoiceRow() : this.#detailRow(isCredit && areWrittenPositive ? -1 : 1, isCredit)
    const stated = readRepeatedSums(this.#plan, cells)
    if (cells.fault) {
      if (known || head.number === '' || this.#early.length >= MAX_EARLY) this.#refuse(known ?? null, cells.fault)
      else this.#early.push({ key, row: cells.fault })
      return
    }
    const invoice = known ?? this.#begin(key, head, isCredit)
    invoice.isCredit = isCredit
    invoice.meet(head, cells.line)
    invoice.tally.rowsTaken += 1
    this.#taken += 1
    for (const { what, amount } of stated) invoice.tally.state(what, amount, cells.line)
    this.#tellFuture(invoice, head)
    write(invoice)
  }

  #begin(key: string, head: InvoiceHead, isCredit: boolean): OpenInvoice {
    const invoice = new OpenInvoice(this.#invoices.size, head, isCredit)
    this.#invoices.set(key, invoice)
    this.#events.push({ kind: 'invoice-begun', invoice: invoice.index, head })
    for (const { row } of this.#early.filter((one) => one.key === key)) this.#refuse(invoice, row)
    if (this.#early.length > 0) this.#early = this.#early.filter((one) => one.key !== key)
    for (const { what, amount, line } of preambleSums(this.#plan)) invoice.stateAbove(what, amount, line)
    return invoice
  }

  #isCredit(): boolean {
    const { credits } = this.#plan
    return credits !== null && credits.values.has(this.#cells.text(credits.place).toLowerCase())
  }

  #invoiceRow(): (invoice: OpenInvoice) => void {
    const { invoiceRow, invoiceCharges } = this.#plan
    const stated = invoiceRow ? readSums(this.#cells, invoiceRow) : []
    const charges = readChargeColumns(invoiceCharges, this.#cells, 1).filter(({ net }) => net !== 0)
    return (invoice) => {
      for (const { what, amount } of stated) invoice.tally.state(what, amount, this.#cells.line)
      invoice.addCharges(charges)
    }
  }

  #detailRow(sign: 1 | -1, isCredit: boolean): (invoice: OpenInvoice) => void {
    const cells = this.#cells
    const row = readRow(this.#plan, cells, sign)
    const isOfInvoice = row.trackingNumber === '' && row.consignmentNumber === ''
    if (isOfInvoice && this.#plan.overhead) return this.#overheadRow(sign, row.tax)
    if (isOfInvoice && this.#plan.layout.row !== 'charge')
      cells.refuse(-1, 'The row has no parcel or consignment number')
    return (invoice) => {
      this.#checkTotals(invoice, row)
      if (row.tax !== null) invoice.addTax(row.tax)
      invoice.seeShipment(row.shipmentDay)
      if (isOfInvoice) return invoice.addCharges(row.charges, row.tax !== null)
      for (const charge of row.charges) this.#count(invoice, charge, { isCredit, row })
      this.#details.add(invoice.index, row, cells.line)
    }
  }

  #count(invoice: OpenInvoice, charge: BilledCharge, { isCredit, row }: { isCredit: boolean; row: BilledRow }): void {
    invoice.tally.net += charge.net
    if (this.#plan.repeated.has(charge.code)) invoice.tally.addToColumn(charge.code, charge.net)
    if (charge.category === 'base' && charge.net < 0 && !isCredit && !invoice.isNegative && row.leg === 'outbound')
      invoice.remarks.add(charge.line, null, 'The base charge is negative, but the row isn’t a credit')
  }

  #checkTotals(invoice: OpenInvoice, { checks }: BilledRow): void {
    for (const { place, stated, billed } of checks)
      invoice.tally.checkOwnTotal(titleAt(this.#plan, place), this.#cells.line, { stated, billed }, invoice.currency)
  }

  /** A row without a parcel: it bills the whole invoice, or repeats a column of the parcels. */
  #overheadRow(sign: 1 | -1, tax: Cost | null): (invoice: OpenInvoice) => void {
    const { charge, repeats } = readOverhead(this.#plan, this.#cells, sign)
    return (invoice) => {
      if (repeats !== undefined) return invoice.addRepeat(charge, repeats)
      if (tax !== null) invoice.addTax(tax)
      if (charge.net !== 0) invoice.addCharges([charge], tax !== null)
    }
  }

  #readTotals(): void {
    const { at } = this.#plan
    const places = { net: at.rowNet ?? at.chargeNet, tax: at.rowTax, gross: at.rowGross }
    const stated = isSubtotal(this.#cells) ? [] : readSums(this.#cells, places)
    if (this.#cells.fault) {
      this.#refuse(null, this.#cells.fault)
      return
    }
    this.#passedOver += 1
    this.#fileTotals.push(...stated.map((one) => ({ ...one, line: this.#cells.line })))
  }

  #tellFuture(invoice: OpenInvoice, head: InvoiceHead): void {
    const { today } = this.#options
    if (head.day !== null && head.day > today)
      invoice.remarks.add(
        this.#cells.line,
        titleAt(this.#plan, this.#plan.at.invoiceDay ?? -1),
        'The invoice date is in the future',
      )
    const shipped = this.#cells.day('shipmentDay')
    if (shipped !== null && shipped > today)
      invoice.remarks.add(
        this.#cells.line,
        titleAt(this.#plan, this.#plan.at.shipmentDay ?? -1),
        'The shipment date is in the future',
      )
  }

  #refuse(invoice: OpenInvoice | null, row: RefusedRow): void {
    this.#refused += 1
    if (invoice) invoice.tally.rowsRefused += 1
    this.#events.push({ kind: 'refused', invoice: invoice?.index ?? null, row })
  }
}
