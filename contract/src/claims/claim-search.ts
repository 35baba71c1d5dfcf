import { CLAIM_CAUSES } from '@despatch/domain/claims/claim'
import { z } from 'zod'
import { clientCode, day, paging, requiredText, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { shownWith } from '../route/visible.ts'
import { branch, claimable, CLAIMS } from './claim.ts'

/**
 * The search terms. The customer is an account, otherwise an email; days are of the despatch, both included. The
 * client is that of the header.
 */
const searched = {
  customer: requiredText(100, 'Customer'),
  Branch_Code: text(40, 'Branch code').optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  carrier: text(50, 'Carrier').optional(),
  cause: z.enum(CLAIM_CAUSES).optional(),
  ...paging,
}
type Days = { dateFrom?: string | undefined; dateTo?: string | undefined }
const inOrder = ({ dateFrom, dateTo }: Days) => !dateFrom || !dateTo || dateFrom <= dateTo
const rightWay = { path: ['dateTo'], message: 'The end date is before the start date' }

const sum = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  cause: z.enum(CLAIM_CAUSES),
  currency: z.string(),
  parcels: z.int(),
  goods: z.string(),
  /** Includes carriage. */
  amount: shownWith('costs', z.string()),
  /** Of these, those with a deadline within seven days. */
  thisWeek: z.int(),
})

/** Filters for the list of claimable parcels. */
export const claimableFilter = {
  carrier: text(50, 'Carrier').optional(),
  cause: z.enum(CLAIM_CAUSES).optional(),
  /** Deadlines up to and including this day. */
  until: day.optional(),
  /** A tracking number or an order number. */
  reference: text(60, 'Reference').optional(),
}

export const claimSearch = routes({
  searchBranch: {
    method: 'POST',
    path: '/api/claims/search-branch',
    summary: 'The branches of a customer, which are the addresses its orders went to, with the parcels to claim for',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    body: z.strictObject(searched).refine(inOrder, rightWay),
    answer: z.strictObject({ branches: z.array(branch), totalRows: z.int() }),
    errors: [],
    audited: false,
  },
  search: {
    method: 'POST',
    path: '/api/claims/search',
    summary: 'The claim form of a customer as a PDF; empty where nothing can be claimed',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    body: z.strictObject(searched).refine(inOrder, rightWay),
    answer: z.strictObject({}),
    file: 'application/pdf',
    errors: [],
    audited: false,
  },
  claimable: {
    method: 'POST',
    path: '/api/claims/claimable',
    summary: 'Parcels for which something can be claimed, what runs out first before the rest, with sums by carrier',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    body: z
      .strictObject({
        ...claimableFilter,
        clientCode: clientCode.optional(),
        /** With both, lists parcels that were not claimed before their deadline on these days, both included. */
        missedFrom: day.optional(),
        missedTo: day.optional(),
        ...paging,
      })
      .refine(({ missedFrom, missedTo }) => (missedFrom === undefined) === (missedTo === undefined), {
        path: ['missedTo'],
        message: 'Name both days, or neither',
      })
      .refine(({ missedFrom, missedTo }) => !missedFrom || !missedTo || missedFrom <= missedTo, {
        path: ['missedTo'],
        message: 'The end date is before the start date',
      }),
    answer: z.strictObject({ rows: z.array(claimable), total: z.int(), sums: z.array(sum) }),
    errors: [],
    audited: false,
  },
  parcel: {
    method: 'GET',
    path: '/api/claims/parcel',
    summary: 'Whether something can be claimed for a parcel now, why or why not, how much and until when',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    query: z.strictObject({ trackingNumber: requiredText(60, 'Tracking number') }),
    answer: z.strictObject({
      /** One for each client of the call with a parcel of this number. */
      parcels: z.array(
        z.strictObject({
          clientCode: z.string(),
          trackingNumber: z.string(),
          can: z.boolean(),
          /** A sentence without amounts. */
          why: z.string(),
          claimable: claimable.nullable(),
          /** The id and number of its claim; empty if there is none. */
          claimID: z.string(),
          claimNumber: z.string(),
        }),
      ),
    }),
    errors: ['not_found'],
    audited: false,
  },
})
