import type { OrderNoteTables } from './order-note-tables.ts'
import type { PersonTables } from './person-tables.ts'
import type { SubscriptionTables } from './subscription-tables.ts'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type { Generated, JSONColumnType } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of figures by day, and of exported files. */
export type FigureTables = OrderNoteTables &
  PersonTables &
  SubscriptionTables & {
    carrier_targets: { carrier: string; on_time: string; changed_at: Instant; changed_by: string }
    return_lines: {
      client_code: string
      order_number: string
      return_reference: string
      sku_code: string
      state: LifeState
      quantity: number
      announced: number
      received: number
      refunded: number
      surplus: number
      reason_code: string
      ordered_on: DayColumn
      despatched_on: DayColumn | null
      announced_on: DayColumn | null
      received_on: DayColumn | null
      refunded_on: DayColumn | null
      carrier: string
      region: string
      in_kits: Generated<number>
    }
    export_jobs: {
      export_id: string
      user_id: number
      client_codes: string[]
      report: string
      file_name: string
      format: 'xlsx' | 'csv' | 'zip'
      input: JSONColumnType<object>
      status: Generated<'NotStarted' | 'Running' | 'Succeeded' | 'Failed'>
      run: Generated<number>
      done: Generated<number>
      total: Generated<number>
      error: Generated<string>
      asked_at: Instant
      finished_at: Instant | null
      expires_at: Instant | null
      bytes: Generated<number>
      manifest: JSONColumnType<object> | null
      shown_rows: number | null
    }
    power_bi_exports: {
      export_id: string
      user_id: number
      client_codes: string[]
      report: string
      format: string
      power_bi_report: string
      power_bi_export: string | null
      body: JSONColumnType<object>
      status: Generated<'NotStarted' | 'Running' | 'Succeeded' | 'Failed' | 'Undefined'>
      percent: Generated<number>
      tries: Generated<number>
      ask_after: Instant
      asked_at: Instant
      expires_at: Instant | null
    }
    export_pieces: {
      export_id: string
      part: 'file' | 'manifest'
      piece: number
      bytes: Buffer
      stored_at: Instant
    }
  }
