import { STATES_OF_ONE_INSTANT } from '@despatch/domain/deliveries/parcels/parcel-state'
import { sql } from 'kysely'

/** Sorts events of a parcel at the same instant, by their column `state`. */
export const EVENT_RANK = sql<number>`array_position(array[${sql.join(STATES_OF_ONE_INSTANT.map((state) => sql.lit(state)))}], state)`

/** Newest events of a parcel first, in the order that decides its state. */
export const NEWEST_EVENTS_FIRST = sql`occurred_at desc, ${EVENT_RANK} desc, event_key`
