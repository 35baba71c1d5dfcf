import type { returnLabels as routes } from '@despatch/contract/returns/rules/return-labels'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { formatCount } from '@despatch/domain/money/money'
import { labelsAdded, labelsAddedText } from '@despatch/domain/returns/rules/labels-added'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { giveWaitingLabels } from '../portal/give-waiting-labels.ts'

/** A client's label pools. */
export async function listReturnLabels({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const rows = await transaction.rows(
    sql<{ pool: string; free: number; taken: number; voided: number; last: Date }>`
      select pool, (count(*) filter (where return_reference = ''))::int as free,
        (count(*) filter (where return_reference <> '' and voided_at is null))::int as taken,
        (count(*) filter (where voided_at is not null))::int as voided, max(added_at) as last
      from return_labels where client_code = ${client} group by pool order by pool`.compile(db),
  )
  return { pools: rows.map(({ last, ...pool }) => ({ ...pool, lastAddedAt: last.toISOString() })) }
}

/** Adds labels to a pool. Labels that it already has stay, so a file can be sent again. */
export async function addReturnLabels(
  context: Context,
  { body: { pool, labels } }: RouteChecked<typeof routes.add>,
): Promise<RouteAnswer<typeof routes.add>> {
  const { transaction, client, now, caller } = context
  const added = await transaction.write(
    sql<{ label_number: string }>`
      insert into return_labels (client_code, pool, label_number, link, added_at, added_by)
      select distinct on (n.number) ${client}, ${pool}, n.number, n.link, ${now}::timestamptz, ${caller.username}
      from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as n (number text, link text)
      on conflict do nothing returning label_number`.compile(db),
  )
  const known = labels.length - added.length
  const given = await giveWaitingLabels(transaction, { client, pool, by: caller.username, now })
  if (added.length === 0 && given === 0) skipAudit(context)
  else
    await auditLabels(
      context,
      `${pool}: ${labelsAdded(added.length)}${given > 0 ? `; ${formatCount(given)} given to waiting returns` : ''}`,
    )
  const message = labelsAddedText({ added: added.length, known, given })
  return { message, added: added.length, known, given }
}

/** Removes the free labels of a pool; used ones stay. */
export async function removeReturnLabels(
  context: Context,
  { query: { pool } }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, client } = context
  const removed = await transaction.write(
    db
      .deleteFrom('return_labels')
      .where('client_code', '=', client)
      .where('pool', '=', pool)
      .where('return_reference', '=', '')
      .returning('label_number'),
  )
  if (removed.length === 0) skipAudit(context)
  else await auditLabels(context, `${pool}: ${formatCount(removed.length)} labels removed`)
  return { message: DATA_DELETED, removed: removed.length }
}

const auditLabels = (context: Context, object: string) =>
  audit(context, {
    clientCode: context.client,
    act: 'return-labels.changed',
    object,
    record: `returns-book:${context.client}`,
  })
