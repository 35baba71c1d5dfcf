import { STATES_OF_ONE_INSTANT } from '@despatch/domain/deliveries/parcels/parcel-state'
import { sql } from 'kysely'

/** Where an event stands among those of its parcel that happened at the same instant, by its column `state`. */
export const EVENT_RANK = sql<number>`array_position(array[${sql.join(STATES_OF_ONE_INSTANT.map((state) => sql.lit(state)))}], state)`

/** The newest events of a parcel first, as its state goes by them. */
export const NEWEST_EVENTS_FIRST = sql`occurred_at desc, ${EVENT_RANK} desc, event_key`
