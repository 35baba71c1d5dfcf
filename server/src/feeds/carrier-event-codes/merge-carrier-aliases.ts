import { randomUUID } from 'node:crypto'
import { type NamedCarrier, otherSpellings } from '@despatch/domain/routing/active-dates/carrier-reader'
import type { EventMeaning } from '@despatch/domain/feeds/carrier-event-codes/normalise-event'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { changeEventCodes } from './event-code-lock.ts'

type Given = {
  /** All of them. */
  clients: readonly string[]
  now: Date
  jobs: Pick<Jobs, 'send'>
}
type EventCode = { carrier: string; code: string }
type Spelling = { told: string; carrier: string }

/**
 * Carries what was said of carriers' event codes under another spelling over to the carriers' codes, by which events are
 * kept, where all clients agree on the spelling (`otherSpellings`); they have to be seen. So after a carrier was given its
 * code or its name, and after a code was said of a spelling. What stands for a code already stays, and so does what was
 * deleted since. Events that were kept as unknown take their meaning on in jobs (`event-code-jobs`). Gives what is new in
 * the table.
 */
export async function mergeCarrierAliases(
  transaction: Transaction,
  { clients, now, jobs }: Given,
): Promise<readonly EventCode[]> {
  if ((await spellingsToCarry(transaction, clients)).length === 0) return []
  await changeEventCodes(transaction)
  // Read again: others may have carried them over while this waited.
  const spellings = await spellingsToCarry(transaction, clients)
  const carried = await transaction.write(carry(spellings))
  for (const [carrier, codes] of Map.groupBy(carried, (one) => one.carrier))
    await writeAudit(transaction, {
      context: { now, requestId: '' },
      clientCode: null,
      userId: null,
      byName: 'Despatch',
      act: 'feed.event-code-set',
      object: `${carrier}’s event codes, as they were said under another spelling of it`,
      after: { codes: codes.map(({ code }) => code) },
    })
  for (const code of carried) await sendEventCode(transaction, jobs, code)
  return carried
}

/**
 * Has the events that were kept as unknown, or as what the code meant before (`was`), take on what it means, in a job
 * (`event-code-jobs`); `by` is who deleted it.
 */
export async function sendEventCode(
  transaction: Transaction,
  jobs: Pick<Jobs, 'send'>,
  { carrier, code, was, by }: EventCode & { was?: EventMeaning | undefined; by?: string },
): Promise<void> {
  const id = randomUUID()
  const data = { carrier, code, ...(was && { was }), ...(by !== undefined && { by }) }
  await jobs.send(transaction, { queue: 'event-code', id, owner: `${carrier} ${code}`, data })
}

/** The spellings under which something stands in the table that is still to be carried over, each with the carrier's code. */
async function spellingsToCarry(transaction: Transaction, clients: readonly string[]): Promise<Spelling[]> {
  const told = await transaction.rows(db.selectFrom('carrier_event_codes').select(['carrier', 'carried_to']).distinct())
  if (told.length === 0) return []
  const carriers = await transaction.rows(
    sql<NamedCarrier & { client: string }>`
      select client_code as client, item_key as carrier, content ->> 'name' as "carrierName" from rule_book_items
      where client_code = any (${clients}::text[]) and kind = 'carrier' and to_version is null`.compile(db),
  )
  const books = [...Map.groupBy(carriers, ({ client }) => client).values()]
  return otherSpellings(
    books,
    told.map(({ carrier }) => carrier),
  ).filter((spelling) =>
    told.some((one) => one.carrier === spelling.told && !one.carried_to.includes(spelling.carrier)),
  )
}

/** Of what two spellings say of one code, what was said last is carried over. */
const carry = (spellings: readonly Spelling[]) =>
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
