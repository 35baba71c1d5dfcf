/** Delivery states with their titles. Source: domain.md, Delivery events. */
export const DELIVERY_STATES = {
  pending: 'Pending',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  ready_for_pickup: 'Ready for pickup',
  delivery_delayed: 'Delivery delayed',
  delivery_failed: 'Delivery failed',
  delivered: 'Delivered',
  on_hold: 'On hold',
  return_to_sender: 'Return to sender',
  unknown: 'Unknown',
} as const

export type DeliveryState = keyof typeof DELIVERY_STATES
export const DELIVERY_STATE_CODES = Object.keys(DELIVERY_STATES) as [DeliveryState, ...DeliveryState[]]
