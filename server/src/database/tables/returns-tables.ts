import type { ShoppersPageTables } from './shoppers-page-tables.ts'
import type {
  ReturnsBookItem,
  ReturnsItemChange,
  ReturnsItemKind,
} from '@despatch/domain/returns/rules/returns-book-items'
import type { ReturnsTry, TriedResult } from '@despatch/contract/returns/rules/returns-try'
import type { Generated, JSONColumnType } from 'kysely'
import type { AnnouncedTables } from './announced-tables.ts'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of returns books. */
export type ReturnsTables = AnnouncedTables &
  ShoppersPageTables & {
    returns_book_heads: { client_code: string; version: number; last_item: Generated<number> }
    returns_books: {
      client_code: string
      version: number
      published_at: Instant
      user_id: number | null
      by_name: string
      summary: string
      brought_back: number | null
      changes: number
      override_reason: Generated<string>
      /** The breaches of law that the check found, as text. */
      overridden: JSONColumnType<string[], string | undefined>
    }
    returns_book_items: {
      client_code: string
      kind: ReturnsItemKind
      item_key: string
      from_version: number
      to_version: number | null
      content: JSONColumnType<ReturnsBookItem['content']>
    }
    returns_book_drafts: {
      client_code: string
      kind: ReturnsItemKind
      item_key: string
      /** null deletes the item. */
      content: JSONColumnType<ReturnsBookItem['content']> | null
      base_version: number
      changed_at: Instant
      by_name: string
    }
    return_labels: {
      client_code: string
      pool: string
      label_number: string
      link: string
      added_at: Instant
      added_by: string
      /** '' while the label is free. */
      return_reference: Generated<string>
      taken_at: Instant | null
      /** When the label's return was cancelled. The label must not be used. */
      voided_at: Instant | null
    }
    return_tries: {
      client_code: string
      try_id: string
      user_id: number
      at: Instant
      weeks: number
      over: ReturnsTry['over']
      reason: string
      since: DayColumn
      today: DayColumn
      book_version: number
      changes: JSONColumnType<readonly ReturnsItemChange[]>
      status: Generated<ReturnsTry['status']>
      /** How often the run has started. */
      run: Generated<number>
      done: Generated<number>
      total: Generated<number>
      result: JSONColumnType<TriedResult> | null
      error: Generated<string>
    }
  }
