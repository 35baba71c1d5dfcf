import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'

/** A step in the delivery of a demo parcel. */
export type Scan = 'collected' | 'hub' | 'out' | 'carded' | 'delayed' | 'held' | 'returning' | 'delivered' | 'photo'

type Code = readonly [code: string, state: DeliveryState, description: string, reason?: string]

/** The demo carriers' codes for each step. The last one, 'photo', has no meaning assigned yet. */
export const EVENT_CODES: Readonly<Record<string, Readonly<Record<Scan, Code>>>> = {
  RMG: {
    collected: ['EVDAC', 'in_transit', 'Item accepted from the sender'],
    hub: ['EVIMC', 'in_transit', 'Item received at the mail centre'],
    out: ['EVGPD', 'out_for_delivery', 'Item out for delivery'],
    carded: ['EVKNR', 'delivery_failed', 'Delivery attempted', 'Nobody was in'],
    delayed: ['EVNDL', 'delivery_delayed', 'Item delayed', 'Bad weather'],
    held: ['EVKLC', 'ready_for_pickup', 'Item waits at the customer service point'],
    returning: ['EVKSP', 'return_to_sender', 'Item returned to the sender', 'Not called for'],
    delivered: ['EVKOP', 'delivered', 'Item delivered'],
    photo: ['EVPOD', 'unknown', 'Proof of delivery captured'],
  },
  EVRI: {
    collected: ['101', 'in_transit', 'We have your parcel'],
    hub: ['210', 'in_transit', 'Sorted at the hub'],
    out: ['305', 'out_for_delivery', 'With the courier'],
    carded: ['402', 'delivery_failed', 'Courier tried to deliver', 'Nobody was in'],
    delayed: ['390', 'delivery_delayed', 'Delayed in transit', 'Volume'],
    held: ['455', 'on_hold', 'Address query', 'Address incomplete'],
    returning: ['480', 'return_to_sender', 'On its way back', 'Refused'],
    delivered: ['500', 'delivered', 'Delivered'],
    photo: ['512', 'unknown', 'Photo of the safe place'],
  },
  DPD: {
    collected: ['002', 'in_transit', 'Collected'],
    hub: ['010', 'in_transit', 'At the hub'],
    out: ['030', 'out_for_delivery', 'On the vehicle'],
    carded: ['041', 'delivery_failed', 'Calling card left', 'Nobody was in'],
    delayed: ['038', 'delivery_delayed', 'Delayed', 'Vehicle breakdown'],
    held: ['044', 'ready_for_pickup', 'At the pickup shop'],
    returning: ['070', 'return_to_sender', 'Return to sender', 'Refused'],
    delivered: ['060', 'delivered', 'Delivered'],
    photo: ['061', 'unknown', 'Photo taken'],
  },
  DHL: {
    collected: ['PU', 'in_transit', 'Shipment picked up'],
    hub: ['AR', 'in_transit', 'Arrived at the facility'],
    out: ['WC', 'out_for_delivery', 'With delivery courier'],
    carded: ['NH', 'delivery_failed', 'Delivery attempted', 'Nobody was in'],
    delayed: ['CD', 'delivery_delayed', 'Clearance delay', 'Customs'],
    held: ['OH', 'on_hold', 'Shipment on hold', 'Customs'],
    returning: ['RT', 'return_to_sender', 'Returned to shipper', 'Refused'],
    delivered: ['OK', 'delivered', 'Delivered'],
    photo: ['PV', 'unknown', 'Picture available'],
  },
  AXL: {
    collected: ['RCV', 'in_transit', 'Received at the depot'],
    hub: ['TRK', 'in_transit', 'Trunked'],
    out: ['OFD', 'out_for_delivery', 'Crew on the road'],
    carded: ['FAI', 'delivery_failed', 'Delivery failed', 'No access'],
    delayed: ['DLY', 'delivery_delayed', 'Delivery delayed', 'Crew delayed'],
    held: ['HLD', 'on_hold', 'Held at the depot', 'Customer asked'],
    returning: ['RTS', 'return_to_sender', 'Returned', 'Refused'],
    delivered: ['DEL', 'delivered', 'Delivered and signed for'],
    photo: ['ASM', 'unknown', 'Assembled at the customer’s'],
  },
}
