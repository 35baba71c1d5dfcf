import { GIVEN_UP_STATES } from '@despatch/domain/invoices/dispute'
import { type RawBuilder, sql } from 'kysely'

/** Whether the dispute `d` was refused or written off: the part that was not credited is then cost. */
export const IS_GIVEN_UP: RawBuilder<boolean> = sql`d.state in (${sql.join(GIVEN_UP_STATES.map((state) => sql.lit(state)))})`

/**
 * The amount of part `x` of dispute `d` that its client does not bear: the claim, or after giving up, only what was
 * credited before.
 */
export const STANDING_CLAIM: RawBuilder<number> = sql`case when ${IS_GIVEN_UP} then x.credited else x.claimed end`
