import { DONE_ACTS, type DoneAct } from '@despatch/contract/route/home'
import { dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'

/**
 * Counts what the caller has done since midnight (the operator's calendar), from the audit trail. Commands on orders
 * that were undone do not count.
 */
export function doneToday({ transaction, clients, caller, now }: Context) {
  return transaction.rows(
    sql<{ act: DoneAct; count: number }>`
      with own as (
        select act, after from audit
        where client_code = any(${clients}) and by_name = ${caller.username} and user_id = ${caller.userId}
          and at >= ${startOfDay(dayOf(now))}
      )
      select act, sum(coalesce((after ->> 'done')::int, 1))::int as count from own
      where act = any(${[...DONE_ACTS]}) and not exists (
        select from own undone where undone.act = 'order.undone' and undone.after ->> 'command' = own.after ->> 'command'
      )
      group by act having sum(coalesce((after ->> 'done')::int, 1)) > 0 order by act`.compile(db),
  )
}
