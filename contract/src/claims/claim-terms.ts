import { CLAIM_BASES } from '@despatch/domain/claims/claim-terms'
import { z } from 'zod'
import { amountOrEmpty, day, dayOrEmpty, instant, prose, recordId, requiredProse, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { carrierCode } from '../routing/rule-book/fields.ts'
import { CLAIMS } from './claim.ts'

const days = (name: string, least: number) =>
  z.int(`${name} is a whole number of days`).min(least, `${name} is at least ${least}`).max(730, 'At most 730 days')

const CURRENCY_WORDS = 'A currency is three capital letters, such as GBP'

const fields = {
  carrierCode,
  /** The carrier's name for it; empty for every service without its own terms. */
  service: text(100, 'Service').default(''),
  from: day,
  /** Empty is without end. */
  to: dayOrEmpty.default(''),
  /** Where the terms were published or agreed. */
  source: requiredProse(300, 'Source'),
  /** Days without an event after which a parcel counts as lost; null if the carrier does not pay for losses. */
  lostAfterDays: days('Days without an event', 1).nullable(),
  lostWithinDays: days('The deadline for a loss', 1),
  /** Null if the carrier does not pay for damage. */
  damagedWithinDays: days('The deadline for damage', 1).nullable(),
  /** Days after the promised day from which carriage is refunded; null if it never is. */
  lateAfterDays: days('Days past the promise', 1).nullable(),
  lateWithinDays: days('The deadline for lateness', 1),
  /** Decimal texts in `limitCurrency`; empty is without limit. */
  mostPerParcel: amountOrEmpty.default(''),
  mostPerKg: amountOrEmpty.default(''),
  limitCurrency: z
    .string(CURRENCY_WORDS)
    .regex(/^[A-Z]{3}$/, CURRENCY_WORDS)
    .default('GBP'),
  basis: z.enum(CLAIM_BASES, 'Choose what goods are claimed at'),
  costPercent: z.int('A percentage is a whole number').min(1, 'At least 1 %').max(100, 'At most 100 %').default(100),
  isCarriagePaid: z.boolean(),
  evidence: z.array(requiredProse(200, 'Evidence')).max(20, 'At most 20 kinds of evidence').default([]),
  email: z.email('An email looks like claims@example.com').max(200).or(z.literal('')).default(''),
  address: prose(300, 'Address').default(''),
  form: prose(300, 'Form').default(''),
}

export const claimTerms = z.strictObject({
  termsID: recordId,
  ...fields,
  /** False for terms that came with Despatch and that nobody has compared with a contract and saved. */
  isChecked: z.boolean(),
  version: z.int(),
  changedAt: instant,
  changedBy: personName(),
})
export type ClaimTermsDto = z.infer<typeof claimTerms>

/** The refusal for client users who try to change them. */
export const TERMS_OPERATOR_ONLY = 'What is agreed with carriers is changed by the operator alone.'
const operators = { permission: { edits: [CLAIMS] }, access: 'none', operatorOnly: TERMS_OPERATOR_ONLY } as const

export const claimTermsRoutes = routes({
  terms: {
    method: 'GET',
    path: '/api/claims/terms',
    summary: 'What each carrier pays for, until when it takes claims, and where; with days that no terms cover',
    permission: { reads: [CLAIMS] },
    access: 'none',
    answer: z.strictObject({
      terms: z.array(claimTerms),
      /** Days between a carrier's or service's terms that none cover. */
      gaps: z.array(z.strictObject({ carrierCode: z.string(), service: z.string(), from: z.string(), to: z.string() })),
      /** Carriers with claimable parcels, but without terms. */
      without: z.array(z.string()),
    }),
    errors: [],
    audited: false,
  },
  saveTerms: {
    ...operators,
    method: 'PUT',
    path: '/api/claims/terms',
    summary:
      'Add claim terms of a carrier, or change those of an id; refused where two would hold on a day; internal users',
    body: z
      .strictObject({
        termsID: recordId.optional(),
        ...fields,
        version: z.int('A version is a whole number').min(0).max(2_000_000_000).optional(),
      })
      .refine(({ from, to }) => to === '' || to === undefined || from <= to, {
        path: ['to'],
        message: 'The end date is before the start date',
      }),
    answer: z.strictObject({ message: z.string(), id: recordId, version: z.int() }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found', 'unprocessable'],
    audited: 'claim.terms-set',
  },
  removeTerms: {
    ...operators,
    method: 'DELETE',
    path: '/api/claims/terms',
    summary: 'Delete claim terms of a carrier: nothing can be claimed of it on their days; for internal users',
    query: z.strictObject({ id: recordId }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: 'claim.terms-deleted',
  },
})
