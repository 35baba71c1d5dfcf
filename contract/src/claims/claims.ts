import { CLAIM_ACT_CODES, CLAIM_CAUSES, CLAIM_STATES } from '@despatch/domain/claims/claim'
import { z } from 'zod'
import {
  amountOrEmpty,
  clientCode,
  day,
  paging,
  prose,
  recordId,
  requiredProse,
  requiredText,
  sortBy,
  text,
} from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { shownWith } from '../route/visible.ts'
import { claim, claimEvent, CLAIMS, claimsOffice } from './claim.ts'
import { claimFile, claimFileRoutes } from './claim-files.ts'
import { claimableFilter, claimSearch } from './claim-search.ts'
import { claimTermsRoutes } from './claim-terms.ts'

/** The number of parcels that can be prepared at once. */
export const MAX_PREPARED = 5000

export const CLAIM_SORTS = ['deadline', 'number', 'state', 'carrierName', 'preparedAt'] as const
export type ClaimSort = (typeof CLAIM_SORTS)[number]

const receipt = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  isDone: z.boolean(),
  claimID: z.string(),
  number: z.string(),
  /** Why nothing was done; empty if it was. */
  message: z.string(),
})

const sums = {
  claims: z.int(),
  /** The numbers of claims that the carrier accepted (also partly, with the paid ones), refused and paid. */
  acceptedClaims: z.int(),
  refusedClaims: z.int(),
  paidClaims: z.int(),
  /** The claimed value of goods; the amounts below include carriage. */
  goods: z.string(),
  claimed: shownWith('costs', z.string()),
  accepted: shownWith('costs', z.string()),
  refused: shownWith('costs', z.string()),
  paid: shownWith('costs', z.string()),
  /** Parcels not claimed before their deadline, and what could have been claimed. */
  missed: z.int(),
  missedGoods: z.string(),
  missedAmount: shownWith('costs', z.string()),
}

/** Claims as cases: preparing them, acting on them, and their results. */
const cases = routes({
  prepare: {
    method: 'POST',
    path: '/api/claims/prepare',
    summary:
      'Prepare claims for parcels, or for all that a filter finds, as one submission for each carrier; a receipt each',
    permission: { edits: [CLAIMS] },
    access: 'clients',
    body: z
      .strictObject({
        parcels: z
          .array(z.strictObject({ clientCode, trackingNumber: requiredText(60, 'Tracking number') }))
          .min(1, 'Choose at least one parcel')
          .max(MAX_PREPARED, `At most ${MAX_PREPARED} parcels at once`)
          .optional(),
        all: z.strictObject({ ...claimableFilter, clientCode: clientCode.optional() }).optional(),
      })
      .refine(({ parcels, all }) => (parcels === undefined) !== (all === undefined), {
        path: ['parcels'],
        message: 'Choose parcels, or all that a filter finds',
      }),
    answer: z.strictObject({
      message: z.string(),
      done: z.int(),
      /** One for each carrier: its number, and the number of its claims. */
      submissions: z.array(z.strictObject({ number: z.string(), carrierName: z.string(), claims: z.int() })),
      receipts: z.array(receipt),
    }),
    errors: ['unprocessable', 'not_found'],
    audited: 'claim.prepared',
  },
  list: {
    method: 'POST',
    path: '/api/claims/list',
    summary: 'Claims against carriers, a page at a time',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    body: z.strictObject({
      ...paging,
      sort: sortBy(CLAIM_SORTS, 'deadline'),
      desc: z.boolean().default(false),
      state: z.array(z.enum(CLAIM_STATES)).max(CLAIM_STATES.length).optional(),
      carrier: text(50, 'Carrier').optional(),
      cause: z.enum(CLAIM_CAUSES).optional(),
      clientCode: clientCode.optional(),
      /** The number of a claim, a submission, a parcel or an order, or the carrier's reference. */
      search: text(60, 'Search').optional(),
      preparedFrom: day.optional(),
      preparedTo: day.optional(),
    }),
    answer: z.strictObject({ rows: z.array(claim), total: z.int() }),
    errors: [],
    audited: false,
  },
  claim: {
    method: 'GET',
    path: '/api/claims/:claimID',
    summary: 'One claim with its history, the evidence that the carrier asks for, and where it takes claims',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    params: z.strictObject({ claimID: recordId }),
    answer: z.strictObject({
      claim,
      history: z.array(claimEvent),
      /** What the carrier requires, and what users added. */
      evidence: z.array(z.string()),
      files: z.array(claimFile),
      office: claimsOffice,
    }),
    errors: ['not_found'],
    audited: false,
  },
  act: {
    method: 'PUT',
    path: '/api/claims/act/:act',
    summary:
      'Send claims, or note what the carrier answered: acknowledge, accept, refuse, appeal, pay, withdraw. Users of clients withdraw their own; a receipt each',
    permission: { edits: [CLAIMS] },
    access: 'clients',
    params: z.strictObject({ act: z.enum(CLAIM_ACT_CODES) }),
    body: z.strictObject({
      claims: z
        .array(z.strictObject({ claimID: recordId, version: z.int().min(0).max(2_000_000_000).optional() }))
        .min(1, 'Choose at least one claim')
        .max(500),
      reason: prose(500, 'Reason').optional(),
      /** The accepted or paid amount of a single claim; empty for the full claim. */
      amount: amountOrEmpty.optional(),
      carrierReference: prose(100, 'Carrier’s reference').optional(),
    }),
    answer: z.strictObject({ message: z.string(), done: z.int(), receipts: z.array(receipt) }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'bad_request', 'unauthorized_access'],
    audited: 'claim.decided',
  },
  message: {
    method: 'POST',
    path: '/api/claims/:claimID/message',
    summary: 'Keep a message about a claim in its history: what was written to the carrier, or what it answered',
    permission: { edits: [CLAIMS] },
    access: 'clients',
    params: z.strictObject({ claimID: recordId }),
    body: z.strictObject({ text: requiredProse(1000, 'Message') }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'idempotency_key_reused'],
    audited: 'claim.message',
    idempotent: true,
  },
  pack: {
    method: 'GET',
    path: '/api/claims/submissions/:number/pack',
    summary:
      'What is sent to the carrier: a ZIP with the claim form (PDF), a workbook, a receipt for each parcel, and photos',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    params: z.strictObject({ number: requiredText(20, 'Submission') }),
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    ownTransactions: true,
    audited: false,
  },
  figures: {
    method: 'POST',
    path: '/api/claims/figures',
    summary: 'What was claimed, accepted, refused, paid and missed, by carrier, client and cause',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    body: z.strictObject({ dateFrom: day, dateTo: day }).refine(({ dateFrom, dateTo }) => dateFrom <= dateTo, {
      path: ['dateTo'],
      message: 'The end date is before the start date',
    }),
    answer: z.strictObject({
      rows: z.array(
        z.strictObject({
          carrierCode: z.string(),
          carrierName: z.string(),
          clientCode: z.string(),
          cause: z.enum(CLAIM_CAUSES),
          currency: z.string(),
          ...sums,
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
})

export const claims = { ...claimSearch, ...claimTermsRoutes, ...claimFileRoutes, ...cases }
