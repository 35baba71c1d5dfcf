import { isMoney, parseMoney } from '@despatch/domain/money/money'
import { z } from 'zod'
import { amountOrEmpty, count, day, figure, prose } from '../../route/fields.ts'
import { shownWith } from '../../route/visible.ts'

/** Shapes that the rooms of carrier routing share. On the wire: kg, cm, m³ as numbers; costs as decimal texts in the client's currency. */

const CARRIER_CODE = [/^[A-Za-z0-9_-]{1,20}$/, 'A carrier code is 1 to 20 letters, digits, _ and -'] as const
export const carrierCode = z.string().regex(...CARRIER_CODE)
/** The same where it is chosen and not written. */
export const chosenCarrier = z
  .string()
  .min(1, { error: 'Choose a carrier', abort: true })
  .regex(...CARRIER_CODE)
export const methodId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'The id of a method is 1 to 40 letters, digits, _ and -')
export const regionCode = z.string().regex(/^[A-Z]{1,2}$/, 'A region is a postcode area, like AB')

export const kilograms = (name: string) => figure(name, 100_000, 3)
export const centimetres = (name: string) => figure(name, 10_000, 1)
export const cubicMetres = (name: string) => figure(name, 1_000, 6)
export const parcelCount = (name: string) =>
  count(`${name} is a whole number`).min(0, `${name} is zero or more`).max(1_000_000, `${name} is at most 1,000,000`)

const MAX_COST = parseMoney('1000000')

/** What costs: a decimal text of at most 1,000,000.00, with four decimals at most. */
export const cost = (name: string) =>
  amountOrEmpty
    .refine((text) => text !== '', `${name} is missing`)
    .refine((text) => !isMoney(text) || parseMoney(text) <= MAX_COST, `${name} is at most 1,000,000.00`)

/** The version of what was read, as the answer gave it; 0 of what is not there yet. */
export const knownVersion = z.int('A version is a whole number').min(0).max(2_000_000_000)

/** The same in a body of a call. The specification names none: without it the last writer wins, and the history shows it. */
export const optionalVersion = knownVersion.optional()

const LAST_BEFORE_FIRST = 'The last day is before the first'

/** Days from and to, both included. */
export const effectiveBetween = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: LAST_BEFORE_FIRST })

/** Days from and to, both included; null is without end. */
export const openRange = z
  .strictObject({ from: day, to: day.nullable() })
  .refine(({ from, to }) => to === null || from <= to, { path: ['to'], message: LAST_BEFORE_FIRST })

/** What every saved change of a rule book answers. `version` is that of what was saved, to be sent with its next change. */
export const published = z.strictObject({
  message: z.string(),
  ruleBookVersion: shownWith('otherMethods', z.int()),
  version: z.int(),
})

/** What a caller says of prices that are published. */
export const priceBrakes = {
  /** Why they change, kept with the version of the rule book. */
  note: prose(500, 'Note').default(''),
  /**
   * Whether what looks wrong in them was looked at: a price that is gone, heavier is cheaper, more than a quarter up or down, a
   * change of the past. false: they are refused (422) for it; true: they are published, with a note that says why. Without it
   * they are published, and the answer has the warnings.
   */
  acknowledged: z.boolean().optional(),
}

/** What publishing prices answers; `warnings` say what looks wrong in them. */
export const publishedPrices = published.extend({ warnings: z.array(z.string()) })
