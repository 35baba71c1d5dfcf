import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { FileTally } from '@despatch/domain/invoices/reading/stored-proof'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import type { BilledUnit } from '@despatch/domain/invoices/parcel-accounts/covers'
import type { FileRead, ReadEvent, RefusedRow } from '@despatch/domain/invoices/reading/read-event'
import type pg from 'pg'
import { copyInto } from '../../files/copy-text.ts'
import { copyLine } from '../judging/write-rows.ts'
import { AppError } from '../../process/app-error.ts'
import { MAX_STORED_REFUSALS } from './proof-limits.ts'
import { isBilledAgain, mergeDetails } from './merge-details.ts'

type InvoiceRead = Extract<ReadEvent, { kind: 'invoice-read' }>
/** An invoice of a file, without its details. */
export type ReadInvoice = Pick<InvoiceRead, 'billed' | 'proof' | 'remarks'> & {
  /** Its place in the file, from 0. */
  place: number
  /** The display name of the layout's carrier. */
  carrier: string
  bills: BilledUnit
  refusals: readonly RefusedRow[]
  details: number
}

/**
 * A row of charges for one parcel may bill all pieces of its shipment; where each parcel has a row, it bills only
 * that one.
 */
function unitOf({ row, isBySalesOrder }: Layout): BilledUnit {
  if (isBySalesOrder) return 'sales orders'
  return row === 'parcel' ? 'parcels' : 'consignments'
}

/** Texts are copied in pieces of this many characters. */
const PIECE_SIZE = 1_000_000
/** Invoices read back at a time. */
const INVOICES_PER_BATCH = 500

/**
 * Stores the content of an upload in temporary tables of the importing transaction, so that memory does not grow with
 * the file. One piece is copied while the next is read.
 */
export class ReadStore {
  readonly #connection: pg.PoolClient
  #details: string[] = []
  #heads: string[] = []
  #size = 0
  #copying: Promise<void> = Promise.resolve()
  /** Invoices that are being read, with their place and number of details. */
  readonly #open = new Map<number, { place: number; details: number }>()
  readonly #refusals = new Map<number, RefusedRow[]>()
  #invoices = 0
  #isContinued = false
  /** The layouts by which the files were read. */
  readonly layouts: string[] = []
  readonly tally: FileTally = {
    rows: 0,
    passedOver: 0,
    refusedRows: 0,
    refused: [],
    unplacedRows: 0,
    unplaced: [],
    remarks: [],
  }
  /** The number of details of all invoices. */
  details = 0

  constructor(connection: pg.PoolClient) {
    this.#connection = connection
  }

  get hasInvoices(): boolean {
    return this.#invoices > 0
  }

  async open(): Promise<void> {
    await this.#connection.query(`create temp table read_details
      (invoice int, no int, key text collate "C", is_continued boolean, detail text) on commit drop`)
    await this.#connection.query('create temp table read_invoices (place int, invoice text) on commit drop')
  }

  /** Adds events in the order in which reading a file emits them. Throws an AppError for an unusable file. */
  async add(layout: Layout, events: readonly ReadEvent[]): Promise<void> {
    for (const event of events) {
      switch (event.kind) {
        case 'invoice-begun':
          this.#open.set(event.invoice, { place: this.#invoices++, details: 0 })
          break
        case 'detail':
          this.#addDetail(event)
          break
        case 'refused':
          this.#refuse(event.invoice, event.row)
          break
        case 'invoice-read':
          this.#addInvoice(layout, event)
          break
        case 'file-read':
          this.#endFile(event.file)
          break
      }
    }
    if (this.#size >= PIECE_SIZE) await this.#flush()
  }

  /** Reads all invoices in batches, after the last file was read. */
  async *invoices(): AsyncGenerator<ReadInvoice> {
    await this.#end()
    for (let from = 0; from < this.#invoices; from += INVOICES_PER_BATCH) {
      const { rows } = await this.#connection.query<{ invoice: string }>(
        'select invoice from read_invoices where place >= $1 and place < $2 order by place',
        [from, from + INVOICES_PER_BATCH],
      )
      for (const { invoice } of rows) yield JSON.parse(invoice) as ReadInvoice
    }
  }

  /** Reads up to `count` details of an invoice, from the detail number `from`. */
  async detailsOf({ place }: ReadInvoice, from: number, count: number): Promise<BilledDetail[]> {
    const { rows } = await this.#connection.query<{ no: number; detail: string }>(
      'select no, detail from read_details where invoice = $1 and no >= $2 and no < $3 order by no, is_continued',
      [place, from, from + count],
    )
    const details: BilledDetail[] = []
    let last = -1
    for (const { no, detail } of rows) {
      const read = JSON.parse(detail) as BilledDetail
      const before = details.at(-1)
      if (before && no === last && !isBilledAgain(before, read))
        details[details.length - 1] = mergeDetails(before, read)
      else details.push(read)
      last = no
    }
    return details
  }

  #addDetail({ invoice, key, isContinued, detail }: Extract<ReadEvent, { kind: 'detail' }>): void {
    const open = this.#open.get(invoice)
    if (!open) throw new Error('A detail of an invoice that has not begun')
    this.#isContinued ||= isContinued
    if (!isContinued) {
      open.details += 1
      this.details += 1
    }
    const line = copyLine([open.place, open.details, key, String(isContinued), JSON.stringify(detail)])
    this.#details.push(line)
    this.#size += line.length
  }

  #refuse(invoice: number | null, row: RefusedRow): void {
    const { tally } = this
    tally.refusedRows += 1
    if (invoice === null) tally.unplacedRows += 1
    if (tally.refused.length >= MAX_STORED_REFUSALS) return
    tally.refused.push(row)
    if (invoice === null) {
      tally.unplaced.push(row)
      return
    }
    const known = this.#refusals.get(invoice)
    if (known) known.push(row)
    else this.#refusals.set(invoice, [row])
  }

  #addInvoice(layout: Layout, { invoice, billed, proof, remarks }: InvoiceRead): void {
    const open = this.#open.get(invoice)
    if (!open) throw new Error('An invoice that has not begun')
    const { place, details } = open
    const refusals = this.#refusals.get(invoice) ?? []
    const { carrier } = layout
    const read: ReadInvoice = { place, carrier, bills: unitOf(layout), billed, proof, remarks, refusals, details }
    const line = copyLine([place, JSON.stringify(read)])
    this.#heads.push(line)
    this.#size += line.length
  }

  #endFile({ unusable, rows, passedOver, remarks }: FileRead): void {
    if (unusable !== null) throw new AppError('unprocessable', unusable)
    this.tally.rows += rows
    this.tally.passedOver += passedOver
    this.tally.remarks.push(...remarks)
    this.#open.clear()
    this.#refusals.clear()
  }

  /** Copies what was added since the last flush, after the previous piece is copied. */
  async #flush(): Promise<void> {
    const [details, heads] = [this.#details.join(''), this.#heads.join('')]
    this.#details = []
    this.#heads = []
    this.#size = 0
    await this.#copying
    this.#copying = (async () => {
      await copyInto(this.#connection, 'read_details', details)
      await copyInto(this.#connection, 'read_invoices', heads)
    })()
    // The next flush awaits this promise and throws its error.
    this.#copying.catch(() => undefined)
  }

  async #end(): Promise<void> {
    await this.#flush()
    await this.#copying
    await this.#connection.query('create index on read_invoices (place)')
    // Only the columns used for look-ups: analysing whole details takes ten times as long.
    await this.#connection.query(`analyze read_details (invoice, no${this.#isContinued ? ', key, is_continued' : ''})`)
    if (this.#isContinued) await this.#joinContinued()
    await this.#connection.query('create index on read_details (invoice, no)')
  }

  /** Gives rows that continue an earlier detail that detail's number. */
  async #joinContinued(): Promise<void> {
    await this.#connection.query(
      `update read_details d set no = f.no from read_details f
       where d.is_continued and not f.is_continued and f.invoice = d.invoice and f.key = d.key`,
    )
  }
}
