import { PAYABLES } from '@despatch/domain/invoices/dispute'
import { z } from 'zod'
import { prose, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { chosenCarrier } from '../routing/rule-book/fields.ts'
import { agreementChanged, agreementRead, agreementRemoved, agreementSet, agreementVersion } from './agreement.ts'
import { ok } from './invoice.ts'

const fields = {
  carrierCode: chosenCarrier,
  /** What is paid of an invoice while a dispute is open. */
  payable: z.enum(PAYABLES, 'Choose what is paid while a dispute is open'),
  /** Days from the invoice's day to the carrier's deadline for disputes. */
  deadlineDays: z
    .int('A deadline is a whole number of days')
    .min(1, 'A deadline is at least 1 day')
    .max(730, 'At most 730 days'),
  /** The carrier's address for disputes; Despatch sends nothing there. */
  email: z.email('An email looks like disputes@example.com').max(200).or(z.literal('')).default(''),
  /** A name, a telephone number, the address of a portal. */
  contact: prose(200, 'Contact').default(''),
}

export const disputeTerms = z.strictObject({
  termsID: recordId,
  ...fields,
  ...agreementChanged,
})
export type DisputeTerms = z.infer<typeof disputeTerms>

export const disputeSettings = routes({
  disputeTerms: {
    ...agreementRead,
    path: '/api/invoice/dispute-terms',
    summary: 'How disputes with each carrier are handled: payable, deadline, where to send them; for internal users',
    answer: z.strictObject({ ...ok, terms: z.array(disputeTerms) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveDisputeTerms: {
    ...agreementSet,
    path: '/api/invoice/dispute-terms',
    summary: 'Set how disputes with a carrier are handled, for those that are opened from now on; for internal users',
    body: z.strictObject({
      ...fields,
      version: agreementVersion,
    }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeDisputeTerms: {
    ...agreementRemoved,
    path: '/api/invoice/dispute-terms',
    summary: 'Delete a carrier’s terms: billed less disputed, and 30 days, are meant then; for internal users',
  },
})
