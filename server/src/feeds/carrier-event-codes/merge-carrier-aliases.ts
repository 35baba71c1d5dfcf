import { randomUUID } from 'node:crypto'
import { type NamedCarrier, otherSpellings } from '@despatch/domain/routing/active-dates/carrier-reader'
import type { EventMeaning } from '@despatch/domain/feeds/carrier-event-codes/normalise-event'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { lockEventCodes } from './event-code-lock.ts'

type MergeOptions = {
  /** Every client. */
  clients: readonly string[]
  now: Date
  jobs: Pick<Jobs, 'send'>
}
type EventCode = { carrier: string; code: string }
type Spelling = { told: string; carrier: string }

/**
 * Copies meanings defined under another spelling of a carrier to the carrier's own code, which stored events have.
 * Copies only where all clients agree on the spelling (`otherSpellings`), so the transaction must see every client.
 * Call it after a carrier gets its code or name, and after a meaning is defined. Existing meanings stay, and deleted
 * ones do not return. Jobs (`event-code-jobs`) apply new meanings to stored events.
 * @returns the codes with a new meaning
 */
export async function mergeCarrierAliases(
  transaction: Transaction,
  { clients, now, jobs }: MergeOptions,
): Promise<readonly EventCode[]> {
  if ((await findSpellingsToMerge(transaction, clients)).length === 0) return []
  await lockEventCodes(transaction)
  // Read again, because another transaction may have copied them while this one waited.
  const spellings = await findSpellingsToMerge(transaction, clients)
  const merged = await transaction.write(copyMeanings(spellings))
  for (const [carrier, codes] of Map.groupBy(merged, (one) => one.carrier))
    await writeAudit(transaction, {
      context: { now, requestId: '' },
      clientCode: null,
      userId: null,
      byName: 'Despatch',
      act: 'feed.event-code-set',
      object: `${carrier}’s event codes, as they were said under another spelling of it`,
      after: { codes: codes.map(({ code }) => code) },
    })
  for (const code of merged) await queueEventCode(transaction, jobs, code)
  return merged
}

/**
 * Queues a job (`event-code-jobs`) that applies a code's meaning to its unknown events, or to those with its old
 * meaning (`was`). `by` is the user who deleted the meaning.
 */
export async function queueEventCode(
  transaction: Transaction,
  jobs: Pick<Jobs, 'send'>,
  { carrier, code, was, by }: EventCode & { was?: EventMeaning | undefined; by?: string },
): Promise<void> {
  const id = randomUUID()
  const data = { carrier, code, ...(was && { was }), ...(by !== undefined && { by }) }
  await jobs.send(transaction, { queue: 'event-code', id, owner: `${carrier} ${code}`, data })
}

/** Spellings with meanings that were not copied yet, each with the carrier's code. */
async function findSpellingsToMerge(transaction: Transaction, clients: readonly string[]): Promise<Spelling[]> {
  const definitions = await transaction.rows(
    db.selectFrom('carrier_event_codes').select(['carrier', 'carried_to']).distinct(),
  )
  if (definitions.length === 0) return []
  const carriers = await transaction.rows(
    sql<NamedCarrier & { client: string }>`
      select client_code as client, item_key as carrier, content ->> 'name' as "carrierName" from rule_book_items
      where client_code = any (${clients}::text[]) and kind = 'carrier' and to_version is null`.compile(db),
  )
  const books = [...Map.groupBy(carriers, ({ client }) => client).values()]
  return otherSpellings(
    books,
    definitions.map(({ carrier }) => carrier),
  ).filter((spelling) =>
    definitions.some((one) => one.carrier === spelling.told && !one.carried_to.includes(spelling.carrier)),
  )
}

/** If two spellings define one code, copies the later definition. */
const copyMeanings = (spellings: readonly Spelling[]) =>
  sql<EventCode>`
    with spelling as (
      select * from jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb) as s (told text, carrier text)
    ), marked as (
      update carrier_event_codes m set carried_to = array(select distinct unnest(m.carried_to || s.carriers))
      from (select told, array_agg(carrier) as carriers from spelling group by told) s
      where m.carrier = s.told
    )
    insert into carrier_event_codes (carrier, code, state, reason, description, changed_at, changed_by)
    select distinct on (s.carrier, m.code) s.carrier, m.code, m.state, m.reason, m.description, m.changed_at, m.changed_by
    from spelling s join carrier_event_codes m on m.carrier = s.told and s.carrier <> all (m.carried_to)
    order by s.carrier, m.code, m.changed_at desc
    on conflict (carrier, code) do nothing
    returning carrier, code`.compile(db)
