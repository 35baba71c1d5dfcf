import type { DisputeEvent, DisputeState, Payable } from '@despatch/domain/invoices/dispute'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of disputes with carriers. Amounts are ten-thousandths of the invoice's currency, net. */
export type InvoiceDisputeTables = {
  invoice_dispute_terms: {
    terms_id: GeneratedAlways<number>
    carrier: string
    for_client: Generated<string>
    terms: JSONColumnType<Record<string, unknown>>
    version: Generated<number>
    changed_at: Instant
    changed_by: string
  }
  invoice_disputes: {
    dispute_id: GeneratedAlways<number>
    invoice_id: number
    carrier: string
    carrier_name: string
    account: string
    currency: string
    invoice_number: string
    invoice_day: DayColumn
    state: Generated<DisputeState>
    version: Generated<number>
    due_day: DayColumn
    payable: Payable
    reason: string
    opened_at: Instant
    opened_by: string
    command_id: string
    sent_at: Instant | null
    sent_by: Generated<string>
    closed_at: Instant | null
    closed_by: Generated<string>
    closed_reason: Generated<string>
    rows: Generated<number>
    claimed: Generated<number>
    credited: Generated<number>
  }
  invoice_dispute_parts: {
    client_code: string
    dispute_id: number
    invoice_id: number
    parcel_no: number
    category: ChargeCategory
    tracking_number: string
    consignment_number: string
    claimed: number
    credited: Generated<number>
  }
  invoice_dispute_shares: {
    client_code: string
    dispute_id: number
    invoice_id: number
    state: DisputeState
    payable: Payable
    rows: number
    claimed: number
    credited: number
  }
  invoice_dispute_events: {
    event_id: GeneratedAlways<number>
    dispute_id: number
    at: Instant
    by_name: string
    what: DisputeEvent
    text: Generated<string>
    amount: number | null
  }
  invoice_credits: {
    credit_id: GeneratedAlways<number>
    /** As imported. Nothing reads it: the row names the client of a credit. Drop it a release later. */
    of_client: string
    invoice_id: number
    parcel_no: number
    category: ChargeCategory
    carrier: string
    carrier_name: string
    currency: string
    invoice_number: string
    invoice_day: DayColumn
    tracking_number: string
    consignment_number: string
    text: Generated<string>
    is_lump: boolean
    amount: number
    settled: Generated<number>
    version: Generated<number>
    explanation: Generated<string>
    explained_by: Generated<string>
    explained_at: Instant | null
  }
  invoice_settlements: {
    settlement_id: GeneratedAlways<number>
    dispute_id: number
    of_client: string
    parcel_no: number
    category: ChargeCategory
    credit_id: number
    amount: number
    given: number | null
    at: Instant
    by_name: Generated<string>
  }
}
