import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { lockDeliveries, applyDeliveryStates } from './apply-delivery-states.ts'

/** Tracking numbers renamed in one transaction. */
const PIECE = 500

/** The condition of the partial indexes; it must match them exactly to use them. */
const IS_UNNORMALISED = String.raw`tracking_number ~ '[-a-z \u00A0\u00AD\u1680\u2000-\u200A\u2010-\u2015\u2028\u2029\u202F\u205F\u2212\u3000\uFEFF]'`

type RenamedParcel = { written: string; number: string; orderNumber: string }
type NormaliseOptions = { database: Database; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/**
 * Renames parcels and events stored under unnormalised tracking numbers, from before normalisation or by a server of
 * the previous version. Works in pieces, each under the client's deliveries lock; if interrupted, the next start
 * continues. Two parcels of one order that differ only in spelling are merged. Parcels of two orders stay separate, and
 * the log reports them.
 */
export async function normaliseTrackingNumbers({ database, log }: NormaliseOptions): Promise<void> {
  for (const client of await database.transaction(clientsToRename)) {
    const counts = { parcels: 0, numbersOfEvents: 0, keptApart: 0 }
    for (let after: string | undefined = ''; after !== undefined;) {
      const position: string = after
      const piece = await withDeliveriesLock(database, client, (connection) =>
        renameParcels(connection, client, position),
      )
      counts.parcels += piece.renamed
      counts.keptApart += piece.keptApart
      after = piece.last
    }
    for (let after: string | undefined = ''; after !== undefined;) {
      const position: string = after
      const piece = await withDeliveriesLock(database, client, (connection) =>
        renameEvents(connection, client, position),
      )
      counts.numbersOfEvents += piece.renamed
      after = piece.last
    }
    if (counts.keptApart > 0)
      log.warn({ client, ...counts }, 'parcels of different orders have the same tracking number, written differently')
    else if (counts.parcels + counts.numbersOfEvents > 0) log.info({ client, ...counts }, 'tracking numbers normalised')
  }
}

/**
 * Clients with rows to rename, according to the two indexes. The deliveries lock is taken only for these, so feeds of
 * others are not stopped.
 */
async function clientsToRename(transaction: Transaction): Promise<string[]> {
  await seeEveryClient(transaction)
  const rows = await transaction.rows(
    sql<{ client_code: string }>`
      select client_code from parcels where ${sql.raw(IS_UNNORMALISED)}
      union select client_code from delivery_events where ${sql.raw(IS_UNNORMALISED)}
      order by client_code`.compile(db),
  )
  return rows.map(({ client_code }) => client_code)
}

function withDeliveriesLock<Result>(
  database: Database,
  client: string,
  work: (connection: pg.PoolClient) => Promise<Result>,
) {
  return retryOnDeadlock(() =>
    database.copying([client], async (connection) => {
      await lockDeliveries(connection, client)
      return work(connection)
    }),
  )
}

export const PARCELS_TO_RENAME = `
select tracking_number as written, order_number as "orderNumber" from parcels
where client_code = $1 and ${IS_UNNORMALISED} and tracking_number > $2 order by tracking_number limit ${PIECE}`

const OWNERS = `
select tracking_number as number, order_number as "orderNumber" from parcels
where client_code = $1 and tracking_number = any ($2::text[])`

/** Contents follow through their foreign key. */
const RENAME_PARCELS = `
update parcels p set tracking_number = n.number, written_as = n.written
from unnest($2::text[], $3::text[]) as n (written, number)
where p.client_code = $1 and p.tracking_number = n.written`

const MOVE_CONTENTS = `
insert into parcel_contents (client_code, tracking_number, sku_code, serial_number, quantity)
select $1, n.number, c.sku_code, c.serial_number, max(c.quantity)
from unnest($2::text[], $3::text[]) as n (written, number)
join parcel_contents c on c.client_code = $1 and c.tracking_number = n.written
group by n.number, c.sku_code, c.serial_number
on conflict do nothing`

async function renameParcels(connection: pg.PoolClient, client: string, after: string) {
  const { rows } = await connection.query<Omit<RenamedParcel, 'number'>>(PARCELS_TO_RENAME, [client, after])
  const named = withNumbers(rows)
  const owners = await connection.query<{ number: string; orderNumber: string }>(OWNERS, [
    client,
    named.map(({ number }) => number),
  ])
  const orderOf = new Map(owners.rows.map(({ number, orderNumber }) => [number, orderNumber]))
  const [renamed, merged]: [RenamedParcel[], RenamedParcel[]] = [[], []]
  for (const one of named) {
    const order = orderOf.get(one.number)
    if (order === undefined) {
      orderOf.set(one.number, one.orderNumber)
      renamed.push(one)
    } else if (order === one.orderNumber) merged.push(one)
  }
  if (renamed.length > 0) await connection.query(RENAME_PARCELS, [client, ...columnsOf(renamed)])
  if (merged.length > 0) await mergeParcels(connection, client, merged)
  await applyStates(connection, client, [...renamed, ...merged])
  const count = renamed.length + merged.length
  return {
    renamed: count,
    keptApart: rows.length - count,
    last: rows.length === PIECE ? rows.at(-1)?.written : undefined,
  }
}

/** Reverses despatch movements of the second spelling, at their original times. */
const REVERSE_MOVEMENTS = `
with back as (
  insert into stock_movements (client_code, sku_code, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number)
  select m.client_code, m.sku_code, m.code, m.kind, -m.pieces, m.at, now(), m.is_uncertain, 'Was reported twice', m.reference, m.order_number
  from unnest($2::text[], $3::text[]) as n (written, order_number)
  join stock_movements m on m.client_code = $1 and m.order_number = n.order_number and m.kind = 'despatch'
    and m.movement_key is null and m.reference = n.written
  order by m.sku_code, m.reference
  returning sku_code, code, at, pieces
)
insert into stock_deltas (client_code, sku_code, code, moved, at)
select $1, sku_code, code, sum(pieces), at from back group by sku_code, code, at`

/** Updates what orders count as despatched, or still wait for, if their parcels now contain less. */
const UPDATE_DESPATCHED_STOCK = `
select settle_despatched($1, array(
  select n.number from unnest($2::text[]) as n (number) where picked_has_left($1) or exists (
    select from stock_movements m
    where m.client_code = $1 and m.order_number = n.number and m.kind = 'despatch' and m.movement_key is not null
  )
)), refresh_stock_remains($1, array(
  select order_number from orders where client_code = $1 and order_number = any ($2::text[]) and status = 'D'
))`

/** Merges parcels of one order that differ only in spelling, with the contents of both. */
async function mergeParcels(
  connection: pg.PoolClient,
  client: string,
  merged: readonly RenamedParcel[],
): Promise<void> {
  const written = merged.map((one) => one.written)
  const orders = [...new Set(merged.map(({ orderNumber }) => orderNumber))]
  await connection.query(
    `select from orders where client_code = $1 and order_number = any ($2::text[]) order by order_number for no key update`,
    [client, orders],
  )
  await connection.query(REVERSE_MOVEMENTS, [client, written, merged.map(({ orderNumber }) => orderNumber)])
  await connection.query(MOVE_CONTENTS, [client, ...columnsOf(merged)])
  for (const table of ['parcel_contents', 'parcels'])
    await connection.query(`delete from ${table} where client_code = $1 and tracking_number = any ($2::text[])`, [
      client,
      written,
    ])
  await connection.query(UPDATE_DESPATCHED_STOCK, [client, orders])
}

/** Events of parcels that stay separate are not renamed. */
const EVENTS = `
select distinct tracking_number as written from delivery_events e
where client_code = $1 and ${IS_UNNORMALISED} and tracking_number > $2
  and not exists (select from parcels p where p.client_code = $1 and p.tracking_number = e.tracking_number)
order by tracking_number limit ${PIECE}`

const EVENT_COLUMNS = 'event_key, carrier, code, state, reason, occurred_at, received_at, description, location'

const MOVE_EVENTS = `
insert into delivery_events (client_code, tracking_number, ${EVENT_COLUMNS})
select $1, n.number, ${EVENT_COLUMNS}
from unnest($2::text[], $3::text[]) as n (written, number)
join delivery_events e on e.client_code = $1 and e.tracking_number = n.written
on conflict do nothing`

async function renameEvents(connection: pg.PoolClient, client: string, after: string) {
  const { rows } = await connection.query<{ written: string }>(EVENTS, [client, after])
  const named = withNumbers(rows.map(({ written }) => ({ written, orderNumber: '' })))
  if (named.length > 0) {
    await connection.query(MOVE_EVENTS, [client, ...columnsOf(named)])
    await connection.query(
      'delete from delivery_events where client_code = $1 and tracking_number = any ($2::text[])',
      [client, named.map(({ written }) => written)],
    )
    await applyStates(connection, client, named)
  }
  return { renamed: named.length, last: rows.length === PIECE ? rows.at(-1)?.written : undefined }
}

const applyStates = (connection: pg.PoolClient, client: string, named: readonly RenamedParcel[]) =>
  applyDeliveryStates(connection, { client, now: new Date(), byName: 'Despatch' }, [
    ...new Set(named.map(({ number }) => number)),
  ])

/** Skips numbers that would become empty. */
const withNumbers = (rows: readonly Omit<RenamedParcel, 'number'>[]): RenamedParcel[] =>
  rows.map((row) => ({ ...row, number: normaliseTrackingNumber(row.written) })).filter(({ number }) => number !== '')

const columnsOf = (named: readonly RenamedParcel[]) => [
  named.map(({ written }) => written),
  named.map(({ number }) => number),
]
