import type { carrierTargets as routes } from '@despatch/contract/reports/carrier-targets'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'

type Targets = RouteAnswer<typeof routes.list>['targets']

/** Lists the targets of all carriers. */
export async function listTargets({ transaction }: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { targets: await readTargets(transaction) }
}

async function readTargets(transaction: Transaction): Promise<Targets> {
  const rows = await transaction.rows(
    db.selectFrom('carrier_targets').select(['carrier', 'on_time']).orderBy('carrier'),
  )
  return rows.map(({ carrier, on_time }) => ({ carrier, onTime: Number(on_time) }))
}

/** Sets the targets of some carriers, and removes the empty ones. Of two who save at once, the later wins. */
export async function saveTargets(
  context: Context,
  { body: { targets } }: RouteChecked<typeof routes.save>,
): Promise<RouteAnswer<typeof routes.save>> {
  const { transaction, caller, now } = context
  const before = await readTargets(transaction)
  const given = new Map(targets.map(({ carrier, onTime }) => [carrier, onTime]))
  const set = [...given].filter(([, onTime]) => onTime !== '')
  if (set.length > 0)
    await transaction.write(
      db
        .insertInto('carrier_targets')
        .values(set.map(([carrier, on_time]) => ({ carrier, on_time, changed_at: now, changed_by: caller.username })))
        .onConflict((conflict) =>
          conflict.column('carrier').doUpdateSet((row) => ({
            on_time: row.ref('excluded.on_time'),
            changed_at: row.ref('excluded.changed_at'),
            changed_by: row.ref('excluded.changed_by'),
          })),
        ),
    )
  const removed = [...given.keys()].filter((carrier) => given.get(carrier) === '')
  if (removed.length > 0) await transaction.write(db.deleteFrom('carrier_targets').where('carrier', 'in', removed))
  const changed = changedFields(byCarrier(before), byCarrier(await readTargets(transaction)))
  const carriers = Object.keys(changed.after)
  if (carriers.length === 0) skipAudit(context)
  else await audit(context, { clientCode: null, act: 'carrier.targets-set', object: carriers.join(', '), ...changed })
  return { message: DATA_UPDATED }
}

const byCarrier = (targets: Targets) => Object.fromEntries(targets.map(({ carrier, onTime }) => [carrier, onTime]))
