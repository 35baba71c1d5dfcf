import type { DisputeTerms } from '@despatch/contract/invoices/dispute-terms'
import { countOf } from '../../kit/form/typed/typed-figure.ts'
import { invoices } from '@despatch/contract/invoices/invoices'
import { DEFAULT_TERMS, type Payable, PAYABLES } from '@despatch/domain/invoices/dispute'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { checkedBy } from './agreement-values.ts'

/** The form's fields, as typed. */
const fields = z.object({
  carrierCode: z.string(),
  payable: z.enum(PAYABLES),
  deadlineDays: z.string(),
  email: z.string(),
  contact: z.string(),
  version: z.number().optional(),
})
export type TermsValues = z.input<typeof fields>

export const PAYABLE_LABELS: Readonly<Record<Payable, string>> = {
  'billed less disputed': 'Billed less disputed',
  billed: 'All billed, then claim back',
}

export const termsBody = ({ version, ...values }: TermsValues) => ({
  carrierCode: values.carrierCode,
  payable: values.payable,
  deadlineDays: countOf(values.deadlineDays),
  email: values.email.trim(),
  contact: values.contact.trim(),
  ...(version !== undefined && { version }),
})
export const termsForm = fields.superRefine(checkedBy(invoices.saveDisputeTerms.body, termsBody, (path) => path))
export const TERMS_LABELS = {
  carrierCode: 'carrier',
  payable: 'what is paid',
  deadlineDays: 'deadline',
  email: 'email',
  contact: 'contact',
} as const
export const termsValues = (of: DisputeTerms | undefined): TermsValues => ({
  carrierCode: of?.carrierCode ?? '',
  payable: of?.payable ?? DEFAULT_TERMS.payable,
  deadlineDays: String(of?.deadlineDays ?? DEFAULT_TERMS.deadlineDays),
  email: of?.email ?? '',
  contact: of?.contact ?? '',
  ...(of && { version: of.version }),
})
export const shownTerms = (values: TermsValues): ShownFields => ({
  payable: { title: 'What is paid', text: PAYABLE_LABELS[values.payable] },
  deadlineDays: { title: 'Deadline', text: values.deadlineDays },
  email: { title: 'Email', text: values.email },
  contact: { title: 'Contact', text: values.contact },
})
