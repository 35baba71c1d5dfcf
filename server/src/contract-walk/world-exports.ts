import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../testing/test-database.ts'

/** A finished export of the returns trend, whose bytes are the mark. Returns its id. */
export async function makeExport(
  on: TestDatabase,
  { client, userId, mark }: { client: string; userId: number; mark: string },
): Promise<string> {
  const id = randomUUID()
  const input = { startDate: '2026-01-05', endDate: '2026-04-05', countedBy: 'received' }
  const all = { ...input, SKU: '', category: '', reason: '', carrier: '', region: '' }
  await on.asOwner(
    `insert into export_jobs (export_id, user_id, client_codes, report, file_name, format, input, status, asked_at, finished_at,
       expires_at, bytes)
     values ($1, $2, $3, 'returns-trend', $4, 'xlsx', $5, 'Succeeded', now(), now(), now() + interval '1 day', $6)`,
    [id, userId, [client], `${mark}.xlsx`, JSON.stringify(all), mark.length],
  )
  await on.asOwner(`insert into export_pieces values ($1, 'file', 0, $2, now())`, [id, Buffer.from(mark)])
  return id
}

/** A report subscription whose last sending failed, with the mark in its owner's name and in the reason. Returns its id. */
export async function makeSubscription(
  on: TestDatabase,
  { client, userId, mark }: { client: string; userId: number; mark: string },
): Promise<number> {
  const [row] = await on.asOwner(
    `insert into report_subscriptions (owner_id, owner_name, owner_is_internal, client_codes, report, format, period, at_minute,
       created_at, next_at)
     values ($1, $2, false, $3, 'returns-trend', 'xlsx', 'last-week', 420, now(), now() + interval '1 day') returning subscription_id`,
    [userId, mark, [client]],
  )
  const id = Number(row?.['subscription_id'])
  await on.asOwner('insert into report_recipients values ($1, $2)', [id, userId])
  const [sending] = await on.asOwner(
    `insert into report_sendings (subscription_id, due_at, start_date, end_date, status, reason)
     values ($1, now(), '2026-01-05', '2026-01-11', 'Failed', $2) returning sending_id`,
    [id, mark],
  )
  await on.asOwner('insert into report_sent_files values ($1, $2, gen_random_uuid())', [
    sending?.['sending_id'],
    userId,
  ])
  return id
}

/** A tag, a note, an assignee and a notification for an order of a shop. Returns the id of the note. */
export async function openNotes(
  on: TestDatabase,
  { client, mark, orderNumber, userId }: { client: string; mark: string; orderNumber: string; userId: number },
): Promise<string> {
  const of = [client, orderNumber]
  await on.asOwner(`insert into order_tags values ($1, $2, $3, now(), $3)`, [...of, mark])
  await on.asOwner(`insert into order_assignees values ($1, $2, $3, now(), $4)`, [...of, userId, mark])
  await on.asOwner(
    `insert into user_notices (client_code, user_id, at, kind, by_name, order_number)
     values ($1, $3, now(), 'assigned', $4, $2)`,
    [...of, userId, mark],
  )
  const [note] = await on.asOwner(
    `insert into order_notes (client_code, order_number, at, by_id, by_name, note, is_internal)
     values ($1, $2, now(), $3, $4, $4, false) returning note_id`,
    [...of, userId, mark],
  )
  return String(note?.['note_id'])
}
