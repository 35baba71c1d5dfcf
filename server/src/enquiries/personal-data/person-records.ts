import type { PersonRecordDto } from '@despatch/contract/enquiries/personal-data/personal-data'
import { erasureObstacles, type PersonRecord } from '@despatch/domain/enquiries/personal-data/person-records'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'

export type OrderKey = { readonly clientCode: string; readonly orderNumber: string }

/** An order's personal data, the records that belong to it, and what blocks its erasure. */
export type PersonOrder = PersonRecord & PersonRecordDto

type Row = {
  client_code: string
  order_number: string
  ordered_at: Date
  status: OrderStatus
  customer_first_name: string
  customer_last_name: string
  email: string
  phone: string
  address: string[]
  post_code: string
  country: string
  parcels: number
  parcels_under_way: number
  last_despatch: Date | null
  returns: number
  withdrawals: number
  open_returns: string[]
  refunds_due: string[]
  claims: number
  open_claims: string[]
  notes: number
  photos: number
  is_erased: boolean
}

/** The orders as a SQL table with columns `client_code` and `order_number`. */
export const keysTable = (keys: readonly OrderKey[]) => sql`unnest(
  ${keys.map(({ clientCode }) => clientCode)}::text[], ${keys.map(({ orderNumber }) => orderNumber)}::text[]
) as k (client_code, order_number)`

/** A return from a feed without news for longer than this does not block an erasure. */
const RETURN_DAYS = 90

/** Reads orders of the transaction's clients by key, newest first. */
export async function readRecords(
  transaction: Transaction,
  keys: readonly OrderKey[],
  now: Date,
): Promise<PersonOrder[]> {
  if (keys.length === 0) return []
  const rows = await transaction.rows(
    sql<Row>`
      select o.client_code, o.order_number, o.ordered_at, o.status, o.customer_first_name, o.customer_last_name, o.email,
        o.phone, array[o.address_line_1, o.address_line_2, o.address_line_3, o.address_line_4] as address, o.post_code,
        o.country, sent.*, back.*, announced.*, claimed.*,
        (select count(*)::int from order_notes n
          where n.client_code = o.client_code and n.order_number = o.order_number) as notes,
        (select count(*)::int from return_photos p
          where p.client_code = o.client_code and p.return_reference = any (announced.known)) as photos,
        exists (select from erased_orders e
          where e.client_code = o.client_code and e.order_number = o.order_number) as is_erased
      from ${keysTable(keys)}
      join orders o on o.client_code = k.client_code and o.order_number = k.order_number
      cross join lateral (
        select count(*)::int as parcels, max(despatched_at) as last_despatch,
          (count(*) filter (where delivered_on is null and state <> 'return_to_sender'))::int as parcels_under_way
        from parcels p where p.client_code = o.client_code and p.order_number = o.order_number
      ) sent
      cross join lateral (
        select coalesce(array_agg(return_reference order by return_reference), '{}') as known,
          (count(*) filter (where state = 'withdrawn'))::int as withdrawals,
          coalesce(array_agg(return_reference order by return_reference) filter (where review = 'waiting'
            or exchange in ('make', 'waiting', 'release', 'cancel')
            or (review <> 'refused' and exists (select from announced_lines l where l.client_code = r.client_code
              and l.return_reference = r.return_reference and l.announced + l.in_transit > 0))), '{}') as open_announced,
          coalesce(array_agg(return_reference order by return_reference)
            filter (where refund_due_on is not null), '{}') as refunds_due
        from announced_returns r where r.client_code = o.client_code and r.order_number = o.order_number
      ) announced
      cross join lateral (
        select count(distinct return_reference)::int as returns,
          announced.open_announced || coalesce(array_agg(distinct return_reference::text) filter (
            where return_reference <> all (announced.known)
              and state in ('announced', 'in_transit', 'received', 'inspected') and refunded < greatest(received, 1)
              and greatest(announced_on, received_on) > ${now}::timestamptz::date - ${sql.lit(RETURN_DAYS)}), '{}') as open_returns
        from return_lines b where b.client_code = o.client_code and b.order_number = o.order_number
      ) back
      cross join lateral (
        select count(*)::int as claims,
          coalesce(array_agg('C-' || lpad(claim_id::text, 6, '0') order by claim_id) filter (
            where closed_at is null and state not in ('refused', 'paid', 'withdrawn')), '{}') as open_claims
        from claims c where c.client_code = o.client_code and c.order_number = o.order_number
      ) claimed
      order by o.ordered_at desc, o.client_code, o.order_number`.compile(db),
  )
  return rows.map((row) => present(row, now))
}

function present(row: Row, now: Date): PersonOrder {
  const record: PersonRecord = {
    clientCode: row.client_code,
    orderNumber: row.order_number,
    Status: row.status,
    customer: `${row.customer_first_name} ${row.customer_last_name}`.trim(),
    email: row.email,
    phone: row.phone,
    address: row.address.filter(Boolean),
    postCode: row.post_code,
    parcelsUnderWay: row.parcels_under_way,
    lastDespatch: row.last_despatch?.toISOString() ?? null,
    openReturns: row.open_returns,
    refundsDue: row.refunds_due,
    openClaims: row.open_claims,
    isErased: row.is_erased,
  }
  return {
    ...record,
    address: row.address.filter(Boolean),
    orderDate: row.ordered_at.toISOString(),
    country: row.country,
    parcels: row.parcels,
    returns: row.returns,
    claims: row.claims,
    notes: row.notes,
    photos: row.photos,
    withdrawals: row.withdrawals,
    obstacles: record.isErased ? [] : erasureObstacles(record, now),
  }
}

/** Leaves out the fields that only the judgement needs. */
export function toDto(record: PersonOrder): PersonRecordDto {
  const { parcelsUnderWay: _p, lastDespatch: _l, openReturns: _r, refundsDue: _d, openClaims: _c, ...dto } = record
  return { ...dto, address: [...dto.address] }
}

/**
 * Reads the orders that a caller named. Throws an AppError (404) if one does not exist or belongs to another client.
 */
export async function readNamedRecords(
  { transaction, clients, now }: { transaction: Transaction; clients: readonly string[]; now: Date },
  named: readonly OrderKey[],
): Promise<PersonOrder[]> {
  const keys = [...new Map(named.map((key) => [`${key.clientCode} ${key.orderNumber}`, key])).values()]
  const own = keys.filter(({ clientCode }) => clients.includes(clientCode))
  const records = await readRecords(transaction, own, now)
  const found = new Set(records.map(({ clientCode, orderNumber }) => `${clientCode} ${orderNumber}`))
  const missing = keys.find(({ clientCode, orderNumber }) => !found.has(`${clientCode} ${orderNumber}`))
  if (missing)
    throw new AppError('not_found', `Order ${missing.orderNumber} not found. Nothing was changed. Search again.`)
  return records
}
