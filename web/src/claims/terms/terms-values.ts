import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import { countOf, countOrNull } from '../../kit/form/typed/typed-figure.ts'
import { claims } from '@despatch/contract/claims/claims'
import { CLAIM_BASES } from '@despatch/domain/claims/claim-terms'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** The form's fields, as typed: without a number of days, the carrier does not pay. */
export const termsFields = z.object({
  carrierCode: z.string(),
  service: z.string(),
  from: z.string(),
  to: z.string(),
  source: z.string(),
  lostAfterDays: z.string(),
  lostWithinDays: z.string(),
  damagedWithinDays: z.string(),
  lateAfterDays: z.string(),
  lateWithinDays: z.string(),
  mostPerParcel: z.string(),
  mostPerKg: z.string(),
  limitCurrency: z.string(),
  basis: z.enum(CLAIM_BASES),
  costPercent: z.string(),
  isCarriagePaid: z.boolean(),
  /** One per line. */
  evidence: z.string(),
  email: z.string(),
  address: z.string(),
  form: z.string(),
  termsID: z.string().optional(),
  version: z.number().optional(),
})
export type TermsValues = z.input<typeof termsFields>

export const termsBody = ({ termsID, version, ...values }: TermsValues) => ({
  ...(termsID && { termsID }),
  ...(version !== undefined && { version }),
  ...values,
  carrierCode: values.carrierCode.trim(),
  service: values.service.trim(),
  lostAfterDays: countOrNull(values.lostAfterDays),
  lostWithinDays: countOf(values.lostWithinDays),
  damagedWithinDays: countOrNull(values.damagedWithinDays),
  lateAfterDays: countOrNull(values.lateAfterDays),
  lateWithinDays: countOf(values.lateWithinDays),
  mostPerParcel: values.mostPerParcel.trim(),
  mostPerKg: values.mostPerKg.trim(),
  limitCurrency: values.limitCurrency.trim().toUpperCase(),
  costPercent: countOf(values.costPercent),
  evidence: values.evidence
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  email: values.email.trim(),
})

export const termsForm = termsFields.superRefine((values, context) => {
  const { error } = claims.saveTerms.body.safeParse(termsBody(values))
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [String(path[0] ?? '')], message })
})

export const TERMS_LABELS = {
  carrierCode: 'carrier',
  service: 'service',
  from: 'first day',
  to: 'last day',
  source: 'source',
  lostAfterDays: 'days without an event',
  lostWithinDays: 'deadline for a loss',
  damagedWithinDays: 'deadline for damage',
  lateAfterDays: 'days past the promise',
  lateWithinDays: 'deadline for lateness',
  mostPerParcel: 'most per parcel',
  mostPerKg: 'most per kg',
  limitCurrency: 'currency of the limits',
  basis: 'what goods are claimed at',
  costPercent: 'cost price',
  isCarriagePaid: 'carriage',
  evidence: 'evidence',
  email: 'email',
  address: 'address',
  form: 'form',
} as const

const text = (value: number | null | undefined, otherwise: string) =>
  value === undefined ? otherwise : value === null ? '' : String(value)

export const termsValues = (of: ClaimTermsDto | undefined): TermsValues => ({
  carrierCode: of?.carrierCode ?? '',
  service: of?.service ?? '',
  from: of?.from ?? operatorToday(),
  to: of?.to ?? '',
  source: of?.source ?? '',
  lostAfterDays: text(of?.lostAfterDays, '10'),
  lostWithinDays: text(of?.lostWithinDays, '28'),
  damagedWithinDays: text(of?.damagedWithinDays, '14'),
  lateAfterDays: text(of?.lateAfterDays, ''),
  lateWithinDays: text(of?.lateWithinDays, '28'),
  mostPerParcel: of?.mostPerParcel ?? '',
  mostPerKg: of?.mostPerKg ?? '',
  limitCurrency: of?.limitCurrency ?? 'GBP',
  basis: of?.basis ?? 'selling price',
  costPercent: text(of?.costPercent, '100'),
  isCarriagePaid: of?.isCarriagePaid ?? true,
  evidence: of?.evidence.join('\n') ?? '',
  email: of?.email ?? '',
  address: of?.address ?? '',
  form: of?.form ?? '',
  ...(of && { termsID: of.termsID, version: of.version }),
})

export const shownTerms = (values: TermsValues): ShownFields =>
  Object.fromEntries(
    Object.entries(TERMS_LABELS).map(([name, title]) => [
      name,
      { title, text: String(values[name as keyof typeof TERMS_LABELS]) },
    ]),
  )
