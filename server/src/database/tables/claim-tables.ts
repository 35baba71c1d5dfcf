import type { ClaimCause, ClaimEvent, ClaimState } from '@despatch/domain/claims/claim'
import type { ClaimRules } from '@despatch/domain/claims/claim-terms'
import type { NotClaimableReason } from '@despatch/domain/claims/what-can-be-claimed'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of claims against carriers. Amounts are ten-thousandths of their currency. */
export type ClaimTables = {
  claim_terms: {
    terms_id: GeneratedAlways<number>
    carrier: string
    service: Generated<string>
    from_day: DayColumn
    to_day: DayColumn | null
    source: string
    /** Limits without a currency are in pounds. */
    rules: JSONColumnType<Omit<ClaimRules, 'limitCurrency'> & Partial<Pick<ClaimRules, 'limitCurrency'>>>
    version: Generated<number>
    changed_at: Instant
    changed_by: string
  }
  claim_hints: { client_code: string; tracking_number: string }
  claim_candidates: {
    client_code: string
    tracking_number: string
    carrier: string
    carrier_service: string
    order_number: string
    cause: ClaimCause
    despatched_on: DayColumn
    deadline: DayColumn | null
    currency: string
    goods: number
    carriage: number
    amount: number
    why: Generated<NotClaimableReason | ''>
    judged_at: Instant
    claim_id: number | null
  }
  claims: {
    client_code: string
    claim_id: GeneratedAlways<number>
    tracking_number: string
    carrier: string
    carrier_name: string
    carrier_service: string
    order_number: string
    cause: ClaimCause
    state: Generated<ClaimState>
    version: Generated<number>
    despatched_on: DayColumn
    deadline: DayColumn
    currency: string
    goods: number
    carriage: number
    claimed: number
    accepted: number | null
    paid: Generated<number>
    carrier_reference: Generated<string>
    submission_no: number
    evidence: JSONColumnType<string[]>
    office: JSONColumnType<{ email: string; address: string; form: string }>
    prepared_at: Instant
    prepared_by: string
    sent_at: Instant | null
    closed_at: Instant | null
  }
  claim_events: {
    client_code: string
    event_id: GeneratedAlways<number>
    claim_id: number
    at: Instant
    by_name: string
    what: ClaimEvent
    text: Generated<string>
    amount: number | null
  }
  claim_files: {
    client_code: string
    file_id: string
    claim_id: number
    name: string
    type: 'image/jpeg' | 'application/pdf'
    bytes: Buffer
    added_at: Instant
    added_by: string
  }
  claim_settlements: {
    client_code: string
    settlement_id: GeneratedAlways<number>
    claim_id: number
    credit_id: number
    invoice_number: string
    amount: number
    at: Instant
  }
}
