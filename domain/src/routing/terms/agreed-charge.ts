import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../prices/costing.ts'
import type { ChargeCategory } from './charge-category.ts'
import type { Conditions } from './conditions.ts'

/** Ten-thousandths of a per cent: 125_000 is 12.5%. */
export type Percent = number
export const ONE_PERCENT: Percent = 10_000

/** For whom and when something is agreed with a carrier. */
type Agreement = {
  readonly id: string
  /** The carrier's code. */
  readonly carrier: string
  /** Null: for all clients. */
  readonly client: string | null
  /** By shipment day, both included; null: without end. */
  readonly from: Day
  readonly to: Day | null
  /** Who agreed it, for display. */
  readonly by: string
}

export const CHARGE_UNITS = ['parcel', 'detail', 'invoice', 'week', 'collection'] as const
export type ChargeUnit = (typeof CHARGE_UNITS)[number]

/** The amount of an agreed charge. Money is in ten-thousandths of the agreed charge's currency. */
export type AgreedAmount =
  | {
      readonly kind: 'percent'
      readonly percent: Percent
      readonly of: readonly ChargeCategory[]
      readonly per: 'detail' | 'invoice'
    }
  | { readonly kind: 'money'; readonly money: Cost; readonly per: ChargeUnit }
  /** The minimum of an invoice, or of a week's invoices: the carrier bills the shortfall. */
  | { readonly kind: 'minimum'; readonly money: Cost; readonly per: 'invoice' | 'week' }

/** A charge that a carrier may bill beside the price. */
export type AgreedCharge = Agreement & {
  /**
   * The carrier's code, or its text if it states no code; '' means every charge of the category without an agreement
   * of its own.
   */
  readonly code: string
  readonly category: ChargeCategory
  readonly text: string
  readonly amount: AgreedAmount
  /** 'always' is expected even if it is not billed. */
  readonly when: 'always' | 'if billed'
  readonly least: Cost | null
  readonly most: Cost | null
  /** ISO code. */
  readonly currency: string
  /** Which parcels it applies to; all by default. */
  readonly conditions?: Conditions | undefined
}

/** The volumetric divisor: cubic centimetres that count as a kilogram. */
export type AgreedDivisor = Agreement & { readonly divisor: number }
