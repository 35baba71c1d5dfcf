import type { AnsweredReturn, RequestedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from '../column-types.ts'

/** The tables of the shoppers' page. */
export type ShoppersPageTables = {
  shoppers_pages: {
    client_code: string
    is_on: boolean
    title: string
    accent: string
    returns_address: string
    contact_mail: string
    photo_days: number
    shopper_data_days: number
    version: Generated<number>
  }
  shopper_drafts: {
    client_code: string
    token_hash: Buffer
    order_number: string
    asked: JSONColumnType<RequestedItem[]> | null
    answer: JSONColumnType<AnsweredReturn> | null
    /** By parcel, in order. */
    options: JSONColumnType<string[]> | null
    made_at: Instant
    return_reference: string | null
    /** The network that began it; null if a server of the previous version began it. */
    network_hash: Buffer | null
  }
  return_photos: {
    client_code: string
    photo_id: string
    token_hash: Buffer
    line_number: number
    return_reference: string | null
    bytes: Buffer
    width: number
    height: number
    stored_at: Instant
    delete_at: Instant
  }
}
