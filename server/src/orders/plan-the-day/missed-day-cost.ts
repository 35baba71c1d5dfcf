import type { planTheDay as routes } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { MISSED_DAY_COST } from '@despatch/domain/routing/plan-the-day/day-plan'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'

/** The settings of a client that a plan needs. */
export type PlanSettings = {
  /** Of a parcel, in ten-thousandths of the main unit of the client's currency. */
  readonly missedDayCost: Cost
  readonly paidBy: 'operator' | 'client'
}

/** Reads who pays a client's carriage, and what a day without a carrier costs; the defaults if nobody has set them. */
export async function loadPlanSettings(transaction: Transaction, client: string): Promise<PlanSettings> {
  const row = await transaction.row(
    sql<{ cost: string | null; is_client: boolean | null }>`
      select settings ->> 'missedDayCost' as cost, (settings ->> 'paysCarriage')::boolean as is_client
      from client_settings where client_code = ${client}`.compile(db),
  )
  return {
    missedDayCost: row?.cost ? costOfText(row.cost) : MISSED_DAY_COST,
    paidBy: row?.is_client ? 'client' : 'operator',
  }
}

/** Sets the cost of a missed day; '' is the default. */
export async function setMissedDayCost(
  context: Context,
  { body: { cost } }: RouteChecked<typeof routes.setMissedDayCost>,
): Promise<RouteAnswer<typeof routes.setMissedDayCost>> {
  const { transaction, client } = context
  const before = await loadPlanSettings(transaction, client)
  const after = cost === '' ? MISSED_DAY_COST : costOfText(cost)
  const settings = JSON.stringify({ missedDayCost: cost })
  await transaction.write(
    db
      .insertInto('client_settings')
      .values({ client_code: client, settings })
      .onConflict((conflict) =>
        conflict.column('client_code').doUpdateSet({
          settings: sql`client_settings.settings || excluded.settings`,
          version: sql`client_settings.version + 1`,
        }),
      ),
  )
  await audit(context, {
    clientCode: client,
    act: 'client.settings-set',
    object: `client ${client}`,
    record: `client:${client}`,
    ...changedFields({ missedDayCost: costText(before.missedDayCost) }, { missedDayCost: costText(after) }),
  })
  return { message: DATA_UPDATED, missedDayCost: costText(after) }
}
