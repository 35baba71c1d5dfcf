import { CONDITIONS } from '@despatch/domain/returns/rules/compile-returns-book'
import { WHYS } from '@despatch/domain/returns/rules/return-decision'
import {
  DESTINATIONS,
  LAW_CODES,
  OUTCOMES,
  RESOLUTIONS,
  RETURN_ANSWERS,
} from '@despatch/domain/returns/rules/returns-book'
import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { personName } from '../../route/visible.ts'

export const bookVersion = z.strictObject({
  version: z.int(),
  /** null until a version is published. */
  at: instant.nullable(),
  by: personName(),
  summary: z.string(),
  broughtBack: z.int().nullable(),
  changes: z.int(),
  /** Why it was published against the law, and what the check found; '' where it found nothing. */
  overrideReason: z.string(),
  overridden: z.array(z.string()),
})
export type ReturnsBookVersion = z.infer<typeof bookVersion>

/** The book in force with its draft, and how much its check finds in each. */
export const bookNow = bookVersion.extend({
  law: z.enum(LAW_CODES),
  findings: z.int(),
  breaches: z.int(),
  /** When the draft changed the law last; null where it does not. */
  lawDraftAt: instant.nullable(),
  /** What the draft changes; null where there is none. */
  draft: z
    .strictObject({
      changes: z.int(),
      by: personName(),
      at: instant,
      law: z.enum(LAW_CODES),
      findings: z.int(),
      breaches: z.int(),
    })
    .nullable(),
})

export const finding = z.strictObject({
  kind: z.string(),
  /** Stops it from being published without a reason. */
  isBreach: z.boolean(),
  sentence: z.string(),
  /** The item that can be mended, where it is one. */
  itemId: z.string().nullable(),
  /** A return that falls into it, in words. */
  example: z.string().nullable(),
})

export const content = z.record(z.string(), z.json()).nullable()

const tried = z.strictObject({
  id: z.string(),
  name: z.string(),
  decided: z.array(z.enum(OUTCOMES)),
  failed: z.strictObject({ condition: z.enum(CONDITIONS), value: z.string(), limit: z.string() }).nullable(),
})
/** A line as it is decided, with why. Money is a decimal text. */
const decidedLine = z.strictObject({
  lineNumber: z.int(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  returnable: z.int(),
  /** What was paid for one piece. */
  pieceValue: z.string(),
  reason: z.string(),
  answer: z.enum(RETURN_ANSWERS),
  why: z.enum(WHYS),
  sentence: z.string(),
  /** What the shopper is told. */
  text: z.string(),
  until: z.string().nullable(),
  change: z.string(),
  fee: z.string(),
  resolutions: z.array(z.enum(RESOLUTIONS)),
  keep: z.boolean(),
  destination: z.enum(DESTINATIONS).nullable(),
  options: z.array(z.strictObject({ id: z.string(), name: z.string(), isOffered: z.boolean(), text: z.string() })),
  tried: z.array(tried),
})
export type DecidedLine = z.infer<typeof decidedLine>
export const decided = z.strictObject({
  orderNumber: z.string(),
  bookVersion: z.int(),
  day: z.string(),
  orderedOn: z.string(),
  despatchedOn: z.string().nullable(),
  /** null where not all of it is known to be delivered. */
  deliveredOn: z.string().nullable(),
  customer: z.enum(['consumer', 'trade']),
  answer: z.enum([...RETURN_ANSWERS, 'part']),
  fee: z.string(),
  currency: z.string(),
  lines: z.array(decidedLine),
  parcels: z.array(
    z.strictObject({
      destination: z.enum(DESTINATIONS),
      lineNumbers: z.array(z.int()),
      fee: z.string(),
      options: z.array(z.strictObject({ id: z.string(), name: z.string(), shopperPays: z.string() })),
    }),
  ),
})

export const triedSide = z.strictObject({
  allowed: z.int(),
  refused: z.int(),
  review: z.int(),
  fees: z.string(),
  retailerPays: z.string(),
})
