import { CONDITIONS } from '@despatch/domain/returns/rules/compile-returns-book'
import { ANSWER_REASONS } from '@despatch/domain/returns/rules/return-decision'
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
  /** null before the first version. */
  at: instant.nullable(),
  by: personName(),
  summary: z.string(),
  broughtBack: z.int().nullable(),
  changes: z.int(),
  /** Reason for publishing breaches of the law, and the breaches; '' if there were none. */
  overrideReason: z.string(),
  overridden: z.array(z.string()),
})
export type ReturnsBookVersion = z.infer<typeof bookVersion>

/** The book in force and its draft, with the number of findings in each. */
export const currentBook = bookVersion.extend({
  law: z.enum(LAW_CODES),
  findings: z.int(),
  breaches: z.int(),
  /** When the draft last changed the law; null if it does not. */
  lawDraftAt: instant.nullable(),
  /** Summary of the draft; null if there is none. */
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
  /** Whether it blocks publishing without a reason. */
  isBreach: z.boolean(),
  sentence: z.string(),
  /** The item to correct; null if the finding is not about one. */
  itemId: z.string().nullable(),
  /** An example return, in words. */
  example: z.string().nullable(),
})

export const content = z.record(z.string(), z.json()).nullable()

const triedRule = z.strictObject({
  id: z.string(),
  name: z.string(),
  decided: z.array(z.enum(OUTCOMES)),
  failed: z.strictObject({ condition: z.enum(CONDITIONS), value: z.string(), limit: z.string() }).nullable(),
})
/** A line's decision with reasons. Money is a decimal text. */
const decidedLine = z.strictObject({
  lineNumber: z.int(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  returnable: z.int(),
  /** Price paid for one piece. */
  pieceValue: z.string(),
  reason: z.string(),
  answer: z.enum(RETURN_ANSWERS),
  why: z.enum(ANSWER_REASONS),
  sentence: z.string(),
  /** Text for the shopper. */
  text: z.string(),
  until: z.string().nullable(),
  change: z.string(),
  fee: z.string(),
  resolutions: z.array(z.enum(RESOLUTIONS)),
  keep: z.boolean(),
  destination: z.enum(DESTINATIONS).nullable(),
  options: z.array(z.strictObject({ id: z.string(), name: z.string(), isOffered: z.boolean(), text: z.string() })),
  tried: z.array(triedRule),
})
export type DecidedLine = z.infer<typeof decidedLine>
export const returnDecision = z.strictObject({
  orderNumber: z.string(),
  bookVersion: z.int(),
  day: z.string(),
  orderedOn: z.string(),
  despatchedOn: z.string().nullable(),
  /** null if the delivery of some items is unknown. */
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
