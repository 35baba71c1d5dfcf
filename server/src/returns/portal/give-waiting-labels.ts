import { MAX_RETURNS_LABELLED } from '@despatch/contract/returns/rules/return-labels'
import type { AnnouncedParcel } from '@despatch/domain/returns/portal/announced-parcel'
import type { AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { lockReturns } from './load-returns.ts'
import { type ChangedReturn, saveReturns } from './save-returns.ts'
import { takeLabels } from './take-labels.ts'

type LabelPool = { readonly client: string; readonly pool: string; readonly by: string; readonly now: Date }

/**
 * The condition on `announced_returns r` for returns whose label is to follow by email, with pieces still to send under
 * it. For one pool, or all.
 */
export const lacksLabel = (pool?: string): RawBuilder<boolean> =>
  sql<boolean>`(r.state = 'announced' and r.review <> 'waiting' and exists (
    select from jsonb_array_elements(r.parcels) parcel
    where parcel->'option'->'gives'->>'kind' = 'label' and coalesce(parcel->'label', 'null') = 'null'
      and ${pool === undefined ? sql`true` : sql`parcel->'option'->'gives'->>'pool' = ${pool}`}
      and exists (
        select from announced_lines l where l.client_code = r.client_code and l.return_reference = r.return_reference
          and l.announced > 0 and parcel->'lineNumbers' @> to_jsonb(l.line_number)
      )))`

/**
 * Gives free labels of a pool to returns that were announced while it was empty, oldest first, and queues the emails
 * with them.
 *
 * @returns how many returns got a label
 */
export async function giveWaitingLabels(
  transaction: Transaction,
  { client, pool, by, now }: LabelPool,
): Promise<number> {
  const waiting = await transaction.rows(
    sql<{ return_reference: string }>`
      select r.return_reference from announced_returns r where r.client_code = ${client} and ${lacksLabel(pool)}
      order by r.announced_at, r.return_reference
      limit (select count(*) from (
        select from return_labels where client_code = ${client} and pool = ${pool} and return_reference = ''
        limit ${MAX_RETURNS_LABELLED}
      ) free)`.compile(db),
  )
  if (waiting.length === 0) return 0
  const references = waiting.map((row) => row.return_reference)
  const locked = new Map((await lockReturns(transaction, client, references)).map((one) => [one.reference, one]))
  const heads = await transaction.rows(
    db
      .selectFrom('announced_returns')
      .select(['return_reference', 'parcels'])
      .where('client_code', '=', client)
      .where('return_reference', '=', sql<string>`any (${references}::text[])`),
  )
  const parcelsOf = new Map(heads.map((head) => [head.return_reference, head.parcels]))
  const changed: ChangedReturn[] = []
  for (const reference of references) {
    const of = locked.get(reference)
    const parcels = parcelsOf.get(reference) ?? []
    const lines = of && (await labelParcels(transaction, of, { parcels, client, pool, now }))
    if (of && lines && lines.length > 0)
      changed.push({ to: of, steps: [{ step: 'labelled', at: now, by, pieces: piecesOf(of, lines) }] })
  }
  await saveReturns(transaction, { client, now, source: 'portal' }, changed)
  return changed.length
}

/**
 * Gives labels of the pool to the parcels of a locked return that lack one.
 *
 * @returns the lines that got one
 */
async function labelParcels(
  transaction: Transaction,
  of: AnnouncedReturn,
  { parcels: before, client, pool, now }: Omit<LabelPool, 'by'> & { readonly parcels: readonly AnnouncedParcel[] },
): Promise<number[]> {
  const at = { client, reference: of.reference, now }
  const after: AnnouncedParcel[] = []
  for (const parcel of before) {
    const gives = parcel.option?.gives
    const isWanted = gives?.kind === 'label' && gives.pool === pool && piecesOf(of, parcel.lineNumbers).length > 0
    after.push(...(isWanted ? await takeLabels(transaction, at, [parcel]) : [parcel]))
  }
  const labelledLines = after.flatMap(({ label, lineNumbers }, place) =>
    label && !before[place]?.label ? lineNumbers : [],
  )
  if (labelledLines.length > 0)
    await transaction.write(
      db
        .updateTable('announced_returns')
        .set({ parcels: JSON.stringify(after) })
        .where('client_code', '=', client)
        .where('return_reference', '=', of.reference),
    )
  return labelledLines
}

/** Unsent pieces of some lines. */
const piecesOf = ({ lines }: AnnouncedReturn, lineNumbers: readonly number[]) =>
  lines.flatMap(({ lineNumber, pieces: { goods } }) =>
    lineNumbers.includes(lineNumber) && goods.announced > 0 ? [{ lineNumber, quantity: goods.announced }] : [],
  )
