import {
  COUNTED_FROM,
  CUSTOMER_KINDS,
  DESTINATIONS,
  EXEMPTIONS,
  FAULTS,
  PAYERS,
  RESOLUTIONS,
  RETURN_ANSWERS,
  RETURN_SERVICES,
} from '@despatch/domain/returns/rules/returns-book'
import { RETURN_ITEM_KINDS } from '@despatch/domain/returns/rules/returns-book-items'
import { z } from 'zod'
import { day, instant, prose, requiredProse, requiredText, text } from '../../route/fields.ts'
import { centimetres, cost, kilograms, regionCode } from '../../routing/rule-book/fields.ts'

/** Items of a returns book on the wire. Money is a decimal text in the client's currency, weights are kg, lengths cm. */

/** 'rule-1', 'option-2', 'reason-3': the server numbers them. */
export const returnItemId = z
  .string('An id is missing')
  .regex(/^(?:rule|option|reason)-[1-9]\d{0,8}$/, 'An id looks like rule-1, option-1 or reason-1')
export const returnItemIds = z
  .string('Ids are missing')
  .regex(
    /^(?:rule|option|reason)-[1-9]\d{0,8}(?:,(?:rule|option|reason)-[1-9]\d{0,8}){0,499}$/,
    'Ids look like rule-1, with commas between them, 500 at most',
  )

const count = (name: string, most: number) =>
  z
    .int(`${name} is a whole number`)
    .min(0, `${name} is zero or more`)
    .max(most, `${name} is at most ${most.toLocaleString('en-GB')}`)
const counts = (name: string) => ({ from: count(name, 100_000).nullable(), to: count(name, 100_000).nullable() })
const values = (name: string) =>
  z
    .strictObject({ from: cost(name).nullable(), to: cost(name).nullable() })
    .nullable()
    .default(null)
const names = (name: string, each: z.ZodType<string, string>) =>
  z.array(each).max(500, `At most 500 of ${name}`).default([])
const country = z.string().regex(/^[A-Z]{2}$/, 'Enter an ISO country code like GB')
export const reasonCodeText = z
  .string('Code is missing')
  .regex(/^[A-Za-z0-9_.-]{1,40}$/, 'A code is 1 to 40 letters, digits, _, . and -')

export const returnConditions = z.strictObject({
  days: z
    .strictObject({ since: z.enum(COUNTED_FROM, 'Choose from when days count'), ...counts('Days') })
    .nullable()
    .default(null),
  ordered: z.strictObject({ from: day.nullable(), to: day.nullable() }).nullable().default(null),
  skus: names('SKUs', requiredText(40, 'SKU')),
  categories: names('categories', requiredText(100, 'Category')),
  countries: names('countries', country),
  regions: names('regions', regionCode),
  lineValue: values('Line value'),
  orderValue: values('Order value'),
  reasons: names('reasons', reasonCodeText),
  quantity: z.strictObject(counts('Quantity')).nullable().default(null),
  earlierReturns: z
    .strictObject({
      days: z.int('Days is a whole number').min(1, 'At least one day').max(730, 'At most 730 days'),
      ...counts('Earlier returns'),
    })
    .nullable()
    .default(null),
  serialNumbered: z.boolean().nullable().default(null),
  deliveryException: z.boolean().nullable().default(null),
  customer: z.enum(CUSTOMER_KINDS).nullable().default(null),
})

export const returnOutcomes = z.strictObject({
  answer: z
    .strictObject({
      answer: z.enum(RETURN_ANSWERS, 'Choose an answer'),
      text: prose(500, 'Text for the customer').default(''),
      exemption: z.enum(EXEMPTIONS).nullable().default(null),
    })
    .nullable()
    .default(null),
  until: z
    .strictObject({
      since: z.enum(COUNTED_FROM, 'Choose from when days count').default('delivery'),
      days: count('Days', 3650).nullable().default(null),
      day: day.nullable().default(null),
    })
    .nullable()
    .default(null),
  fee: cost('Fee').nullable().default(null),
  resolutions: z.array(z.enum(RESOLUTIONS)).max(10).nullable().default(null),
  options: z.array(returnItemId).max(100, 'At most 100 options').nullable().default(null),
  keep: z.boolean().nullable().default(null),
})

export const ruleContent = z.strictObject({
  name: requiredProse(100, 'Name'),
  active: z.boolean().default(true),
  conditions: returnConditions.prefault({}),
  outcomes: returnOutcomes.prefault({}),
})
const gives = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('address'), address: requiredProse(500, 'Address') }),
  z.strictObject({
    kind: z.literal('link'),
    link: z.url({ protocol: /^https$/, error: 'A link begins with https://' }).max(500, 'At most 500 characters'),
  }),
  z.strictObject({ kind: z.literal('label'), pool: requiredText(50, 'Label pool') }),
])
export const optionContent = z.strictObject({
  name: requiredProse(100, 'Name'),
  active: z.boolean().default(true),
  service: z.enum(RETURN_SERVICES, 'Choose a service').default('drop-off'),
  countries: names('countries', country),
  regions: names('regions', regionCode),
  maxWeight: kilograms('Weight').nullable().default(null),
  maxLength: centimetres('Length').nullable().default(null),
  destination: z.enum(DESTINATIONS, 'Choose a destination').default('returns-centre'),
  payer: z.enum(PAYERS, 'Choose who pays').default('shopper'),
  price: cost('Price').default('0'),
  gives,
})
export const reasonContent = z.strictObject({
  code: reasonCodeText,
  title: requiredProse(100, 'Title'),
  parent: reasonCodeText.nullable().default(null),
  fault: z.enum(FAULTS, 'Choose whose fault it is').default('shopper'),
  asksComment: z.boolean().default(false),
  asksPhoto: z.boolean().default(false),
  active: z.boolean().default(true),
  mergedInto: reasonCodeText.nullable().default(null),
})
export const CONTENT_SHAPES = { rule: ruleContent, option: optionContent, reason: reasonContent } as const

/** Fields that answers add: the version that introduced this content (0: only in the draft), and the draft's change to it. */
const itemState = {
  _id: z.string(),
  version: z.int(),
  draft: z.enum(['added', 'changed', 'removed']).nullable(),
  /** When the draft last changed it; null if it does not. */
  draftAt: instant.nullable(),
  /** A newer version was published after the draft changed it. Saving it in the draft again resolves that. */
  isOvertaken: z.boolean(),
}
export const returnItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), ...itemState, place: z.int(), ...ruleContent.shape }),
  z.strictObject({ kind: z.literal('option'), ...itemState, ...optionContent.shape }),
  z.strictObject({ kind: z.literal('reason'), ...itemState, ...reasonContent.shape }),
])
export type ReturnItem = z.infer<typeof returnItem>
export type ReturnItemOf<Kind extends ReturnItem['kind']> = Extract<ReturnItem, { kind: Kind }>

export const returnItemKind = z.enum(RETURN_ITEM_KINDS, 'A kind is rule, option or reason')

/** The fields of all kinds, all optional: the kind decides which are required. */
const anyField = z.strictObject({
  ...ruleContent.shape,
  ...optionContent.shape,
  ...reasonContent.shape,
})
const optionalFields = Object.fromEntries(
  Object.entries(anyField.shape).map(([name, shape]) => [
    name,
    z.optional(shape instanceof z.ZodDefault || shape instanceof z.ZodPrefault ? shape.unwrap() : shape),
  ]),
) as unknown as { [Name in keyof typeof anyField.shape]: z.ZodOptional<(typeof anyField.shape)[Name]> }

/** When the draft last changed something, as the caller saw it. */
export const draftTime = text(40, 'Time of the draft')

/** Reason for publishing a breach of the law; stored with the version. */
export const overrideReason = text(500, 'Reason').optional()
export const newReturnItem = z.strictObject({ kind: returnItemKind.optional(), ...optionalFields, overrideReason })
export const changedReturnItem = z.strictObject({
  _id: returnItemId,
  kind: returnItemKind.optional(),
  ...optionalFields,
  /** What the caller saw: if the version differs by now, or `draftAt` with draft=true, nothing changes (409). */
  version: z.int().min(0).max(2_000_000_000).optional(),
  draftAt: draftTime.nullable().optional(),
  overrideReason,
})
