import { CLAIMS } from '@despatch/contract/claims/claim'
import { mayCall } from '@despatch/contract/route/may-call'
import type { OrderClaim } from '@despatch/domain/claims/order-claim'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../http/context.ts'

type OfOrder = { client: string; orderNumber: string }

const ofOrder = ({ client, orderNumber }: OfOrder) => sql`
  claims k join claim_events e on e.client_code = k.client_code and e.claim_id = k.claim_id
  where k.client_code = ${client} and k.order_number = ${orderNumber}`

/** Timeline entries of the claims for an order's parcels. */
export const orderClaims = (of: OfOrder): RawBuilder<unknown> => sql`
  select '8:' || lpad(e.event_id::text, 15, '0') as id, 'claim' as kind, e.at, e.by_name, k.claim_id::text as record,
    ${claimFact()} as fact, '{}'::jsonb as changes
  from ${ofOrder(of)}`

/** Counts these entries. */
export const countOrderClaims = (of: OfOrder): RawBuilder<unknown> => sql`select count(*) from ${ofOrder(of)}`

/** Whether the caller may read claims. For calls of other areas that show claims. */
export const mayReadClaims = ({ caller }: Pick<Context, 'caller'>): boolean =>
  mayCall({ reads: [CLAIMS] }, caller.isForAll ? caller.rolePermissions : caller.permissions)

/** Typed so that an unknown or a missing property does not compile. */
function claimFact(): RawBuilder<unknown> {
  const columns: Record<keyof OrderClaim, RawBuilder<unknown>> = {
    number: sql`'C-' || lpad(k.claim_id::text, 6, '0')`,
    happened: sql`e.what`,
    carrier: sql`k.carrier_name`,
    cause: sql`k.cause`,
    trackingNumber: sql`k.tracking_number`,
    text: sql`e.text`,
  }
  return sql`jsonb_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql`${sql.lit(name)}`, column]),
  )})`
}
