import type { Mention } from '@despatch/domain/orders/tags-and-notes/notes'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Instant } from '../column-types.ts'

/** The tables of order notes and notifications. */
export type OrderNoteTables = {
  order_tags: { client_code: string; order_number: string; tag: string; added_at: Instant; added_by: string }
  order_notes: {
    client_code: string
    note_id: GeneratedAlways<number>
    order_number: string
    at: Instant
    by_id: number
    by_name: string
    note: string
    is_internal: boolean
    mentions: JSONColumnType<Mention[]>
  }
  order_assignees: {
    client_code: string
    order_number: string
    user_id: number
    assigned_at: Instant
    assigned_by: string
  }
  user_notices: {
    client_code: string
    notice_id: GeneratedAlways<number>
    user_id: number
    at: Instant
    kind: 'mention' | 'assigned'
    by_name: string
    order_number: string
    orders: Generated<number>
    note_id: number | null
    is_read: Generated<boolean>
  }
}
