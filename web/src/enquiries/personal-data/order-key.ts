/** The order of a record, as calls name it. */
export type OrderKey = { readonly clientCode: string; readonly orderNumber: string }
