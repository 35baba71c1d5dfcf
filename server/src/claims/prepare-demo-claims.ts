import { sql } from 'kysely'
import { asOperator } from '../invoices/import/as-operator.ts'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { refreshClaimable } from './judging/watch-claims.ts'

/** One in this many claimable parcels gets a claim. */
const EVERY = 3
/** The states of the demo's claims, in turn. */
const STATES = ['prepared', 'sent', 'acknowledged', 'accepted', 'partly accepted', 'refused', 'paid', 'sent']
/** The states of claims long after their deadline: none is open. */
const CLOSED = ['paid', 'refused', 'paid', 'partly accepted', 'paid']

/**
 * Makes the demo's claims: judges its parcels, and prepares a claim for every third, in each state in turn. Does
 * nothing if there are claims already, or the demo's users are missing.
 */
export async function prepareDemoClaims(database: Database, now = new Date()): Promise<void> {
  const isWanted = await asOperator(database, (transaction) =>
    transaction.row(
      sql<{ wanted: boolean }>`select not exists (select from claims)
        and exists (select from users where username = 'ops.user') as wanted`.compile(db),
    ),
  )
  if (!isWanted?.wanted) return
  await refreshClaimable(database, { now })
  await asOperator(database, async (transaction) => {
    await transaction.write(
      sql`with picked as (
          select c.*, row_number() over (order by md5(c.tracking_number), c.client_code) as no,
            coalesce(n.content ->> 'name', c.carrier) as carrier_name
          from claim_candidates c
          left join rule_book_items n on n.client_code = c.client_code and n.kind = 'carrier' and n.item_key = c.carrier
            and n.to_version is null
          where c.claim_id is null and c.amount > 0 and c.why in ('', 'too late')
        ), chosen as (
          select p.*, case when p.deadline < ${now}::date - 30
              then (${CLOSED}::text[])[1 + (no / ${EVERY}) % ${CLOSED.length}]
              when p.deadline < ${now}::date and (no / ${EVERY}) % ${STATES.length} = 0 then 'sent'
              else (${STATES}::text[])[1 + (no / ${EVERY}) % ${STATES.length}] end as state,
            least(${now}::timestamptz - interval '1 hour', p.despatched_on + interval '12 days') as prepared
          from picked p where no % ${EVERY} = 0
        ), submissions as (
          select carrier, nextval('claim_submission_numbers') as no from (select distinct carrier from chosen order by 1) s
        ), added as (
          insert into claims (client_code, tracking_number, carrier, carrier_name, carrier_service, order_number, cause, state,
            despatched_on, deadline, currency, goods, carriage, claimed, accepted, paid, carrier_reference, submission_no,
            prepared_at, prepared_by, sent_at, closed_at)
          select c.client_code, c.tracking_number, c.carrier, c.carrier_name, c.carrier_service, c.order_number, c.cause, c.state,
            c.despatched_on, c.deadline, c.currency, c.goods, c.carriage, c.amount,
            case c.state when 'accepted' then c.amount when 'paid' then c.amount when 'partly accepted' then c.amount / 2 end,
            case c.state when 'paid' then c.amount else 0 end,
            case when c.state = 'prepared' then '' else upper(left(md5(c.tracking_number), 8)) end, s.no, c.prepared, 'ops.user',
            case when c.state <> 'prepared' then c.prepared + interval '1 hour' end,
            case when c.state in ('refused', 'paid') then c.prepared + interval '9 days' end
          from chosen c join submissions s using (carrier) where c.deadline is not null
          on conflict do nothing
          returning *
        )
        insert into claim_events (client_code, claim_id, at, by_name, what, text, amount)
        select a.client_code, a.claim_id, e.at, 'ops.user', e.what, e.text, e.amount from added a cross join lateral (values
          (1, a.prepared_at, 'prepared', a.cause, a.claimed, true),
          (2, a.sent_at, 'sent', '', null, a.sent_at is not null),
          (3, a.sent_at + interval '1 day', 'acknowledged', '', null, a.state not in ('prepared', 'sent')),
          (4, a.sent_at + interval '5 days', 'message', 'They ask for a photo of the packaging.', null, a.state in ('acknowledged', 'refused')),
          (5, a.sent_at + interval '8 days', a.state, case a.state when 'refused' then 'No photo of the packaging' else '' end, a.accepted,
            a.state in ('accepted', 'partly accepted', 'refused', 'paid'))
        ) as e (no, at, what, text, amount, is_so)
        where e.is_so order by a.claim_id, e.no`.compile(db),
    )
    await transaction.write(
      sql`update claim_candidates c set claim_id = k.claim_id from claims k
        where k.client_code = c.client_code and k.tracking_number = c.tracking_number`.compile(db),
    )
  })
}
