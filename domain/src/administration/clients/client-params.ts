import type { LeafPath } from '../roles/menu.ts'

/** Specification 3, client params: four flags of a client, on by default. */
export const CLIENT_PARAMS = ['orderReturnsEnquiry', 'parcelDeliveryStatus', 'newOrderLine', 'orderLineValue'] as const
export type ClientParam = (typeof CLIENT_PARAMS)[number]
export type ClientParams = Readonly<Record<ClientParam, boolean>>

export const DEFAULT_CLIENT_PARAMS: ClientParams = {
  orderReturnsEnquiry: true,
  parcelDeliveryStatus: true,
  newOrderLine: true,
  orderLineValue: true,
}

/** Titles and effects for the screen. */
export const CLIENT_PARAM_TEXTS: Readonly<Record<ClientParam, { readonly title: string; readonly effect: string }>> = {
  orderReturnsEnquiry: {
    title: 'Order & Returns Enquiry',
    effect: 'Client users can look up orders and returns.',
  },
  parcelDeliveryStatus: {
    title: 'Parcel Delivery Status',
    effect: 'The client’s users may look up where parcels are.',
  },
  newOrderLine: {
    title: 'More than one line',
    effect: 'Orders created in the portal can have more than one line.',
  },
  orderLineValue: {
    title: 'Value of a line',
    effect: 'Line values can be entered. Otherwise the SKU’s value is used.',
  },
}

/** Menu entries that the client's users lose while a flag is off. */
export const ENTRY_OF_PARAM: Readonly<Partial<Record<ClientParam, LeafPath>>> = {
  orderReturnsEnquiry: 'reportsAndEnquiries.orderAndReturnsEnquiry',
  parcelDeliveryStatus: 'reportsAndEnquiries.parcelDeliveryStatus',
}
