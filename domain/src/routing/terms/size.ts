import type { AgreedDivisor } from './agreed-charge.ts'

/** What a volume in cubic centimetres weighs by a volumetric divisor, in grams. */
export const gramsBySize = (volume: number, { divisor }: Pick<AgreedDivisor, 'divisor'>): number =>
  Math.ceil((volume * 1000) / divisor)
