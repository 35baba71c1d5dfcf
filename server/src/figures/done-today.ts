import { DONE_ACTS, type DoneAct } from '@despatch/contract/route/home'
import { dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import { seeOwnClients } from '../http/authentication/own-clients.ts'
import type { Context } from '../http/context.ts'

/**
 * Counts what the caller has done since midnight (the operator's calendar), from the audit trail, without what they
 * undid. For internal users with all clients, acts that concern no client count too, such as those on invoices. Call it
 * last: it changes whose rows the transaction sees.
 */
export async function doneToday({ transaction, clients, caller, now }: Context) {
  const seen =
    caller.isInternal && caller.isForAll ? await seeOwnClients(transaction, { ownClients: undefined }) : clients
  return transaction.rows(
    sql<{ act: DoneAct; count: number }>`
      with own as (
        select act, coalesce((after ->> 'done')::int, 1) as done, after ->> 'command' as command from audit
        where client_code = any(${seen}) and by_name = ${caller.username} and user_id = ${caller.userId}
          and at >= ${startOfDay(dayOf(now))}
      ), chosen as (
        select * from own where act = any(${[...DONE_ACTS]})
      )
      select act, sum(done)::int as count from (
        select act, done from chosen
        union all
        select undone.act, -own.done from own join (select distinct act, command from chosen) undone using (command)
        where own.act = 'order.undone'
      ) each group by act having sum(done) > 0 order by act`.compile(db),
  )
}
