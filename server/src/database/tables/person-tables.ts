import type { AnyErasureReason, ErasedKind } from '@despatch/domain/enquiries/personal-data/person-records'
import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { Instant } from '../column-types.ts'

/** The tables of erasures; they hold no personal data. */
export type PersonTables = {
  erasures: {
    client_code: string
    erasure_id: GeneratedAlways<number>
    request_reference: string
    reason: AnyErasureReason
    erased_at: Instant
    by_name: string
    orders: number
    counts: JSONColumnType<Partial<Record<ErasedKind, number>>>
  }
  erased_orders: { client_code: string; order_number: string; erasure_id: number }
}
