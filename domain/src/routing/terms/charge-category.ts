/** The purpose of a charge, whatever the carrier calls it. */
export const CHARGE_CATEGORIES = [
  'base',
  'fuel',
  'remote area',
  'oversize',
  'overweight',
  'peak',
  'address correction',
  'return to sender',
  'failed collection',
  'cover',
  'customs',
  'tax',
  'discount',
  'credit',
  'other',
] as const
export type ChargeCategory = (typeof CHARGE_CATEGORIES)[number]
