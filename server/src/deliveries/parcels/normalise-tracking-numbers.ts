import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { lockDeliveries, applyDeliveryStates } from './settle-parcels.ts'

/** Numbers that are renamed in one transaction. */
const PIECE = 500

/** The condition of the indexes that know what is to be renamed; word for word, or they do not serve. */
const TO_RENAME = String.raw`tracking_number ~ '[-a-z \u00A0\u00AD\u1680\u2000-\u200A\u2010-\u2015\u2028\u2029\u202F\u205F\u2212\u3000\uFEFF]'`

type Named = { written: string; number: string; orderNumber: string }
type Given = { database: Database; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/**
 * Renames parcels and events that were kept by their tracking number as it was written, before it was normalised or by a
 * server of the version before this one. In pieces, each with the client's deliveries to itself; cut short, the next start
 * goes on. Two parcels of one order that differ by their writing become one; of two orders they stay apart, and the log
 * says so.
 */
export async function normaliseTrackingNumbers({ database, log }: Given): Promise<void> {
  for (const client of await database.transaction(clientsToRename)) {
    const counts = { parcels: 0, numbersOfEvents: 0, keptApart: 0 }
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after
      const done = await holdingDeliveries(database, client, (connection) => renameParcels(connection, client, from))
      counts.parcels += done.renamed
      counts.keptApart += done.keptApart
      after = done.last
    }
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after
      const done = await holdingDeliveries(database, client, (connection) => renameEvents(connection, client, from))
      counts.numbersOfEvents += done.renamed
      after = done.last
    }
    if (counts.keptApart > 0)
      log.warn({ client, ...counts }, 'parcels of different orders have the same tracking number, written differently')
    else if (counts.parcels + counts.numbersOfEvents > 0) log.info({ client, ...counts }, 'tracking numbers normalised')
  }
}

/**
 * Clients of whom something is to be renamed, as the two indexes say. A client's deliveries are held for one of these alone:
 * of all others this stops no feed.
 */
async function clientsToRename(transaction: Transaction): Promise<string[]> {
  await seeEveryClient(transaction)
  const rows = await transaction.rows(
    sql<{ client_code: string }>`
      select client_code from parcels where ${sql.raw(TO_RENAME)}
      union select client_code from delivery_events where ${sql.raw(TO_RENAME)}
      order by client_code`.compile(db),
  )
  return rows.map(({ client_code }) => client_code)
}

function holdingDeliveries<Result>(
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
where client_code = $1 and ${TO_RENAME} and tracking_number > $2 order by tracking_number limit ${PIECE}`

const OWNERS = `
select tracking_number as number, order_number as "orderNumber" from parcels
where client_code = $1 and tracking_number = any ($2::text[])`

/** What is in a parcel follows by its foreign key. */
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
  const { rows } = await connection.query<Omit<Named, 'number'>>(PARCELS_TO_RENAME, [client, after])
  const named = withNumbers(rows)
  const owners = await connection.query<{ number: string; orderNumber: string }>(OWNERS, [
    client,
    named.map(({ number }) => number),
  ])
  const orderOf = new Map(owners.rows.map(({ number, orderNumber }) => [number, orderNumber]))
  const [renamed, merged]: [Named[], Named[]] = [[], []]
  for (const one of named) {
    const order = orderOf.get(one.number)
    if (order === undefined) {
      orderOf.set(one.number, one.orderNumber)
      renamed.push(one)
    } else if (order === one.orderNumber) merged.push(one)
  }
  if (renamed.length > 0) await connection.query(RENAME_PARCELS, [client, ...columnsOf(renamed)])
  if (merged.length > 0) await mergeParcels(connection, client, merged)
  await settle(connection, client, [...renamed, ...merged])
  const done = renamed.length + merged.length
  return {
    renamed: done,
    keptApart: rows.length - done,
    last: rows.length === PIECE ? rows.at(-1)?.written : undefined,
  }
}

/** What left the stock for parcels under one more writing did not leave for these: it is back at the moments at which it left. */
const TAKE_MOVEMENTS_BACK = `
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

/** What orders are deemed to have sent, and wait for still, where less is in their parcels than it was. */
const SETTLE_ORDERS = `
select settle_despatched($1, array(
  select n.number from unnest($2::text[]) as n (number) where picked_has_left($1) or exists (
    select from stock_movements m
    where m.client_code = $1 and m.order_number = n.number and m.kind = 'despatch' and m.movement_key is not null
  )
)), refresh_stock_remains($1, array(
  select order_number from orders where client_code = $1 and order_number = any ($2::text[]) and status = 'D'
))`

/** Parcels of one order that differ by their writing become one, with what is in either. */
async function mergeParcels(connection: pg.PoolClient, client: string, merged: readonly Named[]): Promise<void> {
  const written = merged.map((one) => one.written)
  const orders = [...new Set(merged.map(({ orderNumber }) => orderNumber))]
  await connection.query(
    `select from orders where client_code = $1 and order_number = any ($2::text[]) order by order_number for no key update`,
    [client, orders],
  )
  await connection.query(TAKE_MOVEMENTS_BACK, [client, written, merged.map(({ orderNumber }) => orderNumber)])
  await connection.query(MOVE_CONTENTS, [client, ...columnsOf(merged)])
  for (const table of ['parcel_contents', 'parcels'])
    await connection.query(`delete from ${table} where client_code = $1 and tracking_number = any ($2::text[])`, [
      client,
      written,
    ])
  await connection.query(SETTLE_ORDERS, [client, orders])
}

/** Of a parcel that is kept apart the events are, too. */
const EVENTS = `
select distinct tracking_number as written from delivery_events e
where client_code = $1 and ${TO_RENAME} and tracking_number > $2
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
    await settle(connection, client, named)
  }
  return { renamed: named.length, last: rows.length === PIECE ? rows.at(-1)?.written : undefined }
}

const settle = (connection: pg.PoolClient, client: string, named: readonly Named[]) =>
  applyDeliveryStates(connection, { client, now: new Date(), byName: 'Despatch' }, [
    ...new Set(named.map(({ number }) => number)),
  ])

/** A number of which nothing would be left stays as it is written. */
const withNumbers = (rows: readonly Omit<Named, 'number'>[]): Named[] =>
  rows.map((row) => ({ ...row, number: normaliseTrackingNumber(row.written) })).filter(({ number }) => number !== '')

const columnsOf = (named: readonly Named[]) => [named.map(({ written }) => written), named.map(({ number }) => number)]
