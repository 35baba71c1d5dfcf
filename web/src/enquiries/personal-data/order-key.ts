export type OrderKey = { readonly clientCode: string; readonly orderNumber: string }
