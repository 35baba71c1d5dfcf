import { isMoney, parseMoney } from '@despatch/domain/money/money'
import { z } from 'zod'
import { amountOrEmpty, count, day, figure, prose, requiredMessage } from '../../route/fields.ts'
import { shownWith } from '../../route/visible.ts'

/**
 * Shared shapes of carrier routing. Calls use kg, cm and m³ as numbers, and costs as decimal strings in the client's
 * currency.
 */

const CARRIER_CODE = [/^[A-Za-z0-9_-]{1,20}$/, 'A carrier code is 1 to 20 letters, digits, _ and -'] as const
export const carrierCode = z.string().regex(...CARRIER_CODE)
/** A carrier code from a selection. */
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

/** A cost: a decimal string up to 1,000,000.00 with at most four decimals. */
export const cost = (name: string) =>
  amountOrEmpty
    .refine((text) => text !== '', requiredMessage(name))
    .refine((text) => !isMoney(text) || parseMoney(text) <= MAX_COST, `${name} is at most 1,000,000.00`)

/** The version that the caller read from an answer; 0 if the item does not exist yet. */
export const knownVersion = z.int('A version is a whole number').min(0).max(2_000_000_000)

/** The version in a body. The specification has none: without it the last writer wins, and the history shows it. */
export const optionalVersion = knownVersion.optional()

const LAST_BEFORE_FIRST = 'The end date is before the start date'

/** A period of days, both included. */
export const effectiveBetween = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: LAST_BEFORE_FIRST })

/** A period of days, both included; null is open-ended. */
export const openRange = z
  .strictObject({ from: day, to: day.nullable() })
  .refine(({ from, to }) => to === null || from <= to, { path: ['to'], message: LAST_BEFORE_FIRST })

/**
 * The answer to every saved change of a rule book. `version` is that of the saved item, to send with its next change.
 */
export const published = z.strictObject({
  message: z.string(),
  ruleBookVersion: shownWith('otherMethods', z.int()),
  version: z.int(),
})

/** The acknowledgement of warnings about prices. */
export const priceCheckFields = {
  /** The reason for the change, stored with the version of the rule book. */
  note: prose(500, 'Note').default(''),
  /**
   * Whether the caller has seen the warnings: a missing price, heavier is cheaper, a change by more than a quarter, a
   * change of the past. false: the prices are refused (422) if there are any; true: they are published with a note. If
   * missing, they are published and the answer has the warnings.
   */
  acknowledged: z.boolean().optional(),
}

/** The answer to publishing prices, with the warnings about them. */
export const publishedPrices = published.extend({ warnings: z.array(z.string()) })
