import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import type { ClaimTerms } from '@despatch/domain/claims/claim-terms'
import { type RawBuilder, sql } from 'kysely'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { asOperator } from '../../invoices/import/as-operator.ts'
import { loadTerms } from '../terms/load-terms.ts'
import type { ParcelKey } from './claim-facts.ts'
import { judgeParcels, storeVerdicts } from './judge-parcels.ts'

/** Parcels judged in one transaction. */
const BATCH_SIZE = 500
/** A pause between batches, so that requests come first. */
const PAUSE_MS = 5
/** Older parcels are not checked: no carrier accepts claims for them. */
const MAX_AGE_DAYS = 400
/** Parcels are judged again daily, because carriage is billed and deadlines pass. */
const REJUDGE_HOURS = 20

type ParcelBatch = { keys: ParcelKey[] }
type Finder = (client: string, after: string, terms: readonly ClaimTerms[], now: Date) => RawBuilder<ParcelKey>

const undelivered: Finder = (client, after, terms, now) => {
  const quiet = Math.min(...terms.flatMap(({ rules }) => rules.lostAfterDays ?? []), 365)
  return sql<ParcelKey>`
    select p.client_code, p.tracking_number from parcels p
    where p.client_code = ${client} and p.delivered_on is null and p.ordered_at > ${addDays(dayOf(now), -MAX_AGE_DAYS)}::date
      and p.tracking_number > ${after} and p.state <> 'return_to_sender'
      and (coalesce(p.state_at, p.despatched_at) <= ${addDays(dayOf(now), 1 - quiet)}::date or p.reason ~* 'lost')
      and not exists (select from claim_candidates c where c.client_code = p.client_code and c.tracking_number = p.tracking_number)
    order by p.tracking_number limit ${BATCH_SIZE}`
}

const deliveredLate: Finder = (client, after, terms, now) => {
  const late = terms.filter(({ rules }) => rules.lateAfterDays !== null)
  const days = Math.max(0, ...late.map(({ rules }) => rules.lateWithinDays))
  return sql<ParcelKey>`
    select p.client_code, p.tracking_number from parcels p
    where p.client_code = ${client} and p.delivered_on > coalesce(p.carrier_promised_date, p.promised_date)
      and p.delivered_on >= ${addDays(dayOf(now), -days)}::date and p.ordered_at > ${addDays(dayOf(now), -days - 90)}::date
      and p.tracking_number > ${after}
      and exists (
        select from unnest(${late.map(({ carrier }) => carrier)}::text[], ${late.map(({ service }) => service)}::text[])
          as t (carrier, service)
        where t.carrier = p.carrier and lower(t.service) in ('', lower(p.carrier_service)))
      and not exists (select from claim_candidates c where c.client_code = p.client_code and c.tracking_number = p.tracking_number)
    order by p.tracking_number limit ${BATCH_SIZE}`
}

const toJudgeAgain: Finder = (client, after, _terms, now) => sql<ParcelKey>`
  select client_code, tracking_number from claim_candidates
  where client_code = ${client} and claim_id is null and tracking_number > ${after}
    and judged_at < ${new Date(now.getTime() - REJUDGE_HOURS * 3_600_000)} and (why <> 'too late' or judged_at = '-infinity')
  order by tracking_number limit ${BATCH_SIZE}`

const FINDERS: readonly Finder[] = [undelivered, deliveredLate, toJudgeAgain]

/**
 * Judges parcels in batches that had no event for a while, arrived late or were reported damaged, and stores what can
 * be claimed by their carrier's terms.
 *
 * @returns the number of judged parcels
 */
export async function refreshClaimable(
  database: Database,
  { now = new Date(), isStopped = () => false }: { now?: Date; isStopped?: () => boolean } = {},
): Promise<number> {
  const { terms, clients } = await asOperator(database, async (transaction, all) => ({
    terms: await loadTerms(transaction),
    clients: all.filter((code) => code !== ''),
  }))
  let judged = 0
  const judgeSome = async (client: string, find: (transaction: Transaction) => Promise<ParcelKey[]>) => {
    const { keys } = await retryOnDeadlock(() =>
      database.transaction<ParcelBatch>(async (transaction) => {
        await seeClients(transaction, [client])
        const keys = await find(transaction)
        await storeVerdicts(transaction, await judgeParcels(transaction, keys, now, terms), now)
        return { keys }
      }),
    )
    judged += keys.length
    if (keys.length > 0) await sleep(PAUSE_MS)
    return keys.at(-1)?.tracking_number
  }
  for (const client of clients) {
    while (!isStopped() && (await judgeSome(client, (transaction) => takeHints(transaction, client))) !== undefined);
    for (const finder of FINDERS)
      for (let after: string | undefined = ''; after !== undefined && !isStopped();) {
        const from: string = after
        after = await judgeSome(client, (transaction) => transaction.rows(finder(client, from, terms, now).compile(db)))
      }
  }
  return judged
}

const takeHints = (transaction: Transaction, client: string): Promise<ParcelKey[]> =>
  transaction.write(
    sql<ParcelKey>`
      delete from claim_hints h using (
        select client_code, tracking_number from claim_hints where client_code = ${client}
        order by tracking_number limit ${BATCH_SIZE} for update skip locked
      ) s where h.client_code = s.client_code and h.tracking_number = s.tracking_number
      returning h.client_code, h.tracking_number`.compile(db),
  )
