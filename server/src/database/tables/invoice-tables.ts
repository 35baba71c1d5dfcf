import type { BilledCharge, BilledDetail, CAUSES, InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import type { StoredProof, StoredTally } from '@despatch/domain/invoices/reading/stored-proof'
import type { ImportState } from '@despatch/contract/invoices/importing'
import type { ProofResult } from '@despatch/contract/invoices/invoice'
import type { ClaimTables } from './claim-tables.ts'
import type { InvoiceDisputeTables } from './invoice-dispute-tables.ts'
import type { InvoicePostingTables } from './invoice-posting-tables.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DayColumn, Decimal, Instant } from '../column-types.ts'

type Cause = (typeof CAUSES)[number]
/** Amounts in ten-thousandths, by cause. */
export type CauseSums = Partial<Record<Cause, number>>
/** Counts of rows and of undecided rows; amounts billed and of variance. */
export type VerdictSums = Partial<Record<Verdict, [number, number, number, number]>>

type Decided = {
  reason: Generated<string>
  decided_by: Generated<string>
  decided_at: Instant | null
}
type Judged = {
  billed: number
  tax: number
  expected: number | null
  variance: number | null
  verdict: Verdict
  causes: JSONColumnType<CauseSums>
  our_change: number | null
  reasons: JSONColumnType<readonly unknown[]>
  our_weight: number | null
}
export type Agreement = {
  carrier: string
  /** '' is all clients. */
  for_client: Generated<string>
  terms: JSONColumnType<Record<string, unknown>>
  version: Generated<number>
  changed_at: Instant
  changed_by: string
}

/** The tables of carriers' invoices. Amounts are ten-thousandths, weights grams. */
export type InvoiceTables = InvoiceDisputeTables &
  InvoicePostingTables &
  ClaimTables & {
    invoice_files: {
      file_id: GeneratedAlways<number>
      sha256: Buffer
      filename: string
      bytes: number
      state: Generated<ImportState>
      done: Generated<number>
      total: Generated<number>
      message: Generated<string>
      layout: Generated<string>
      refused_rows: Generated<number>
      file_read: JSONColumnType<StoredTally> | null
      sent_at: Instant
      sent_by: string
      user_id: number | null
      creator: Generated<string>
      job_id: string | null
    }
    billing_days: {
      client_code: string
      carrier: string
      day: DayColumn
      /** 'infinity' if no invoice bills it yet. */
      billed_on: DayColumn
      parcels: number
      cost: Decimal
      unpriced: number
    }
    billing_days_changed: { change_id: GeneratedAlways<number>; client_code: string; carrier: string; day: DayColumn }
    invoice_file_pieces: { file_id: number; piece: number; bytes: Buffer }
    invoices: Decided & {
      invoice_id: GeneratedAlways<number>
      file_id: number
      carrier: string
      carrier_name: string
      account: Generated<string>
      invoice_number: string
      invoice_day: DayColumn
      due_day: DayColumn | null
      currency: Generated<string>
      status: Generated<InvoiceStatus>
      version: Generated<number>
      proof: ProofResult
      proof_details: JSONColumnType<StoredProof>
      deleted_rows: Generated<number>
      explanation: Generated<string>
      explained_by: Generated<string>
      explained_at: Instant | null
      decided_command: string | null
      billed_since: Generated<Date | null>
    }
    invoice_sums: Decided & {
      client_code: string
      invoice_id: number
      status: InvoiceStatus
      carrier: string
      carrier_name: string
      account: string
      invoice_number: string
      invoice_day: DayColumn
      due_day: DayColumn | null
      currency: string
      imported_at: Instant
      details: number
      parcels: number
      of_parcels: number
      undecided: number
      undecided_billed: number
      billed: number
      tax: number
      matched: number
      expected: number
      variance: number
      causes: JSONColumnType<CauseSums>
      verdicts: JSONColumnType<VerdictSums>
      version: number
    }
    invoice_details: Decided &
      Judged & {
        client_code: string
        invoice_id: number
        detail_no: number
        status: Generated<InvoiceStatus>
        line: number
        consignment_number: string
        order_references: string[]
        order_number: string
        leg: BilledDetail['leg']
        service: string
        shipment_day: DayColumn | null
        country: string
        postcode: string
        pieces: number
        parcels: number
        billed_weight: number | null
        version: Generated<number>
      }
    invoice_parcels: Decided &
      Judged & {
        client_code: string
        invoice_id: number
        parcel_no: number
        detail_no: number
        status: Generated<InvoiceStatus>
        line: number
        tracking_number: string
        written_as: string | null
        consignment_number: string
        order_number: string
        first_decided_at: Instant | null
        despatched_as: string
        leg: BilledDetail['leg']
        shipment_day: DayColumn | null
        billed_weight: number | null
        declared_weight: number | null
        size: number[] | null
        charges: JSONColumnType<readonly BilledCharge[]>
        judged_charges: JSONColumnType<readonly unknown[]>
        version: Generated<number>
      }
    invoice_receipts: {
      client_code: string
      command_id: string
      invoice_id: number
      parcel_no: number
      user_id: number
      at: Instant
      tracking_number: string
      before: InvoiceStatus
      reason_before: Generated<string>
      after: InvoiceStatus
      version_after: number
      undone_at: Instant | null
    }
    invoice_layouts: {
      code: string
      version: number
      carrier: string
      title: string
      layout: JSONColumnType<Record<string, unknown>>
      changed_at: Instant
      changed_by: string
    }
    invoice_tolerances: Agreement & { tolerance_id: GeneratedAlways<number> }
    invoice_agreed: Agreement & { agreed_id: GeneratedAlways<number> }
    invoice_divisors: Agreement & { divisor_id: GeneratedAlways<number> }
    invoice_zones: Agreement & { zone_id: GeneratedAlways<number> }
    invoice_ledger_accounts: Agreement & { ledger_account_id: GeneratedAlways<number> }
    /** Earlier values of agreed charges, divisors and zones that were changed or deleted. */
    invoice_agreements_before: {
      kind: 'agreed' | 'divisor' | 'zone'
      agreement_id: number
      version: number
      carrier: string
      for_client: string
      terms: JSONColumnType<object>
      entered_at: Date
      entered_by: string
      ended_at: Date
    }
  }
