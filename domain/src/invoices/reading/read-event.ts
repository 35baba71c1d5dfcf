import type { BilledDetail, BilledInvoice } from '../invoice.ts'
import type { Proof, Statement } from './proof.ts'

/** A row of an invoice file, as the readers of files give it. `line` counts from 1. */
export type InvoiceFileRow =
  | {
      readonly line: number
      readonly cells: readonly string[]
      /** How many cells the row has, where these are only the first of them. */
      readonly count?: number
      /** The cells that a workbook holds as numbers or dates: they have a decimal point, or a day with its year first. */
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

/** What is known of an invoice when its first row comes. */
export type InvoiceHead = Pick<BilledInvoice, 'number' | 'account' | 'day' | 'dueDay' | 'currency'>

/** A row that is not taken. Its amounts count in no sum. */
export type RefusedRow = {
  readonly line: number
  /** What the file calls the column; null where the row as a whole is refused. */
  readonly column: string | null
  /** What stands there, shortened. */
  readonly value: string
  /** In words, with what to do. Holds nothing of the row itself, so that few different ones are counted. */
  readonly reason: string
}

/** What a user should know of a row that is taken: a date in the future, a negative base. */
export type Remark = {
  /** The first line of which it is said. */
  readonly line: number
  readonly column: string | null
  readonly text: string
  /** How many rows it is said of. */
  readonly rows: number
}

/** What reading a file tells, in order. `invoice` numbers the invoices of the file from 0. */
export type ReadEvent =
  | { readonly kind: 'invoice-begun'; readonly invoice: number; readonly head: InvoiceHead }
  | {
      readonly kind: 'detail'
      readonly invoice: number
      /** The same for all that belongs to this detail. */
      readonly key: string
      /**
       * False for what comes first of a detail. True where more rows of it came after it had been told: the parcels and
       * charges are further ones of the detail with this key (a parcel with the same tracking number is the same parcel).
       */
      readonly isContinued: boolean
      readonly detail: BilledDetail
    }
  | { readonly kind: 'refused'; readonly invoice: number | null; readonly row: RefusedRow }
  | {
      /** Each invoice, after the last row of the file: totals may stand anywhere. */
      readonly kind: 'invoice-read'
      readonly invoice: number
      readonly billed: BilledInvoice
      readonly proof: Proof
      readonly remarks: readonly Remark[]
    }
  | { readonly kind: 'file-read'; readonly file: FileRead }

/** What became of the rows of a file; the last event. */
export type FileRead = {
  /** Behind the header, blank ones left out: taken + refused + totals. */
  readonly rows: number
  readonly taken: number
  readonly refused: number
  /** Rows that sum up others, or say nothing of the invoice. */
  readonly passedOver: number
  /** Why nothing of the file may be kept, in words: a column of dates that contradicts itself. */
  readonly unusable: string | null
  /** What rows of totals say of several invoices together; of a single one, its proof has them. */
  readonly totals: readonly Statement[]
  readonly remarks: readonly Remark[]
}
