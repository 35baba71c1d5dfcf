import { GIVEN_UP_STATES } from '@despatch/domain/invoices/dispute'
import { type RawBuilder, sql } from 'kysely'

/** Whether the dispute `d` was refused or written off: what was not credited of it is cost after all. */
export const IS_GIVEN_UP: RawBuilder<boolean> = sql`d.state in (${sql.join(GIVEN_UP_STATES.map((state) => sql.lit(state)))})`

/** What of the part `x` of the dispute `d` its client does not bear: what is claimed, or, once given up, what was credited before. */
export const STANDING_CLAIM: RawBuilder<number> = sql`case when ${IS_GIVEN_UP} then x.credited else x.claimed end`
