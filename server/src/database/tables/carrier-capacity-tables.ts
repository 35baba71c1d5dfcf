import type { DayColumn, Instant } from '../column-types.ts'

/** Tables of what carriers can take: the parcels that they have already, and their stops. */
export type CarrierCapacityTables = {
  capacity_usage: { client_code: string; carrier: string; despatch_day: DayColumn; parcels: number }
  carrier_stops: {
    stop_id: string
    carrier: string
    carrier_name: string
    services: string[]
    first_day: DayColumn
    last_day: DayColumn | null
    reason: string
    stopped_at: Instant
    stopped_by: string
    user_id: number
    ended_at: Instant | null
    ended_by: string | null
  }
}
