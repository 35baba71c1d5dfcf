import type { BilledDetail, BilledInvoice } from '../invoice.ts'
import type { Proof, Statement } from './proof.ts'

/** A row of an invoice file. `line` counts from 1. */
export type InvoiceFileRow =
  | {
      readonly line: number
      readonly cells: readonly string[]
      /** The number of cells in the row, if `cells` are only the first of them. */
      readonly count?: number
      /**
       * The cells that a workbook stores as numbers or dates: they have a decimal point, or a day with its year
       * first.
       */
      readonly typed?: ReadonlySet<number>
      readonly fault?: undefined
    }
  | {
      readonly line: number
      readonly cells?: undefined
      readonly count?: undefined
      readonly typed?: undefined
      readonly fault: string
      readonly value: string
    }

/** The facts about an invoice known from its first row. */
export type InvoiceHead = Pick<BilledInvoice, 'number' | 'account' | 'day' | 'dueDay' | 'currency'>

/** A row that is not accepted. Its amounts count in no sum. */
export type RefusedRow = {
  readonly line: number
  /** The column's name in the file; null if the whole row is refused. */
  readonly column: string | null
  /** The text of the cell, shortened. */
  readonly value: string
  /** What is wrong and what to do. It contains no values of the row, so that equal reasons can be counted. */
  readonly reason: string
}

/** Something unusual about an accepted row: a date in the future, a negative base. */
export type Remark = {
  /** The first line that it is about. */
  readonly line: number
  readonly column: string | null
  readonly text: string
  /** The number of rows that it is about. */
  readonly rows: number
}

/** The events of reading a file, in order. `invoice` numbers the invoices of the file from 0. */
export type ReadEvent =
  | { readonly kind: 'invoice-begun'; readonly invoice: number; readonly head: InvoiceHead }
  | {
      readonly kind: 'detail'
      readonly invoice: number
      /** The same for everything that belongs to this detail. */
      readonly key: string
      /**
       * False for the first event of a detail. True for rows that came after the detail was emitted: the parcels and
       * charges are further ones of the detail with this key (a parcel with the same tracking number is the same
       * parcel).
       */
      readonly isContinued: boolean
      readonly detail: BilledDetail
    }
  | { readonly kind: 'refused'; readonly invoice: number | null; readonly row: RefusedRow }
  | {
      /** Each invoice, after the last row of the file: totals may be anywhere. */
      readonly kind: 'invoice-read'
      readonly invoice: number
      readonly billed: BilledInvoice
      readonly proof: Proof
      readonly remarks: readonly Remark[]
    }
  | { readonly kind: 'file-read'; readonly file: FileRead }

/** What happened to the rows of a file; the last event. */
export type FileRead = {
  /** Rows after the header, without blank ones: taken + refused + totals. */
  readonly rows: number
  readonly taken: number
  readonly refused: number
  /** Rows that sum up others, or say nothing about the invoice. */
  readonly passedOver: number
  /** Why the whole file is unusable: a column of dates contradicts itself. */
  readonly unusable: string | null
  /** Rows of totals over several invoices; those of a single invoice are in its proof. */
  readonly totals: readonly Statement[]
  readonly remarks: readonly Remark[]
}
