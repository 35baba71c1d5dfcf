import type { BilledDetail, BilledInvoice, BilledParcel } from '@despatch/domain/invoices/invoice'
import { billsAgain } from '@despatch/domain/invoices/reading/open-details'
import type { Proof } from '@despatch/domain/invoices/reading/proof'
import type { FileRead, ReadEvent, RefusedRow, Remark } from '@despatch/domain/invoices/reading/read-event'
import { MAX_REFUSALS_KEPT } from './kept-proof.ts'

/** An invoice as it was read, whole. */
export type ReadInvoice = {
  /** The layout's carrier, as people know it. */
  carrier: string
  billed: BilledInvoice
  proof: Proof
  remarks: readonly Remark[]
  details: BilledDetail[]
  refusals: RefusedRow[]
}

/** A file that was sent, and by whom. */
export type ImportRow = { filename: string; sent_at: Date; user_id: number | null; sent_by: string }

/** What a file was read as. */
export type ReadFile = {
  invoices: ReadInvoice[]
  layouts: string[]
  refused: RefusedRow[]
  rows: number
  passedOver: number
}

/** Gathers what reading a file tells into invoices: what is told of a detail later goes to the detail. */
export class InvoiceGatherer {
  readonly #carrier: string
  readonly #details = new Map<number, Map<string, BilledDetail>>()
  readonly #refusals = new Map<number, RefusedRow[]>()
  readonly #invoices: ReadInvoice[] = []
  #file: FileRead | undefined
  /** Refused rows, those of no invoice too. */
  readonly refused: RefusedRow[] = []

  constructor(carrier: string) {
    this.#carrier = carrier
  }

  add(event: ReadEvent): void {
    switch (event.kind) {
      case 'invoice-begun':
        this.#details.set(event.invoice, new Map())
        this.#refusals.set(event.invoice, [])
        break
      case 'detail':
        this.#addDetail(event)
        break
      case 'refused':
        if (this.refused.length < MAX_REFUSALS_KEPT) {
          this.refused.push(event.row)
          if (event.invoice !== null) this.#refusals.get(event.invoice)?.push(event.row)
        }
        break
      case 'invoice-read': {
        const details = [...(this.#details.get(event.invoice)?.values() ?? [])]
        this.#details.delete(event.invoice)
        const { billed, proof, remarks } = event
        const refusals = this.#refusals.get(event.invoice) ?? []
        this.#invoices.push({ carrier: this.#carrier, billed, proof, remarks, details, refusals })
        break
      }
      case 'file-read':
        this.#file = event.file
        break
    }
  }

  /** What was read. Throws where the file has not been read to its end. */
  result(): { invoices: ReadInvoice[]; file: FileRead; refused: RefusedRow[] } {
    if (!this.#file) throw new Error('The file was not read to its end')
    return { invoices: this.#invoices, file: this.#file, refused: this.refused }
  }

  #addDetail({ invoice, key, detail }: Extract<ReadEvent, { kind: 'detail' }>): void {
    const details = this.#details.get(invoice)
    if (!details) throw new Error('A detail of an invoice that has not begun')
    const known = details.get(key)
    if (known && isBilledAgain(known, detail)) details.set(`${key} at ${detail.line}`, detail)
    else details.set(key, known ? mergeDetails(known, detail) : detail)
  }
}

/** Rows far behind those of the same parcels may bill them once more: that is a detail of its own, as it is nearby. */
const isBilledAgain = (known: BilledDetail, further: BilledDetail): boolean =>
  further.leg === 'outbound' &&
  further.parcels.some((parcel) =>
    known.parcels.some((one) => one.trackingNumber === parcel.trackingNumber && billsAgain(one, parcel)),
  )

function mergeDetails(known: BilledDetail, further: BilledDetail): BilledDetail {
  const parcels = [...known.parcels]
  for (const parcel of further.parcels) {
    const at = parcels.findIndex(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
    const same = parcels[at]
    if (same) parcels[at] = mergeParcels(same, parcel)
    else parcels.push(parcel)
  }
  return {
    ...known,
    references: [...new Set([...known.references, ...further.references])],
    pieces: Math.max(known.pieces, further.pieces, parcels.length),
    parcels,
    charges: [...known.charges, ...further.charges],
  }
}

function mergeParcels(known: BilledParcel, further: BilledParcel): BilledParcel {
  return {
    ...known,
    billedWeight: known.billedWeight ?? further.billedWeight,
    declaredWeight: known.declaredWeight ?? further.declaredWeight,
    size: known.size ?? further.size,
    charges: [...known.charges, ...further.charges],
    tax: known.tax === null && further.tax === null ? null : (known.tax ?? 0) + (further.tax ?? 0),
  }
}
