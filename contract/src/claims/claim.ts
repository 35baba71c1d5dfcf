import { CLAIM_CAUSES, CLAIM_EVENTS, CLAIM_STATES } from '@despatch/domain/claims/claim'
import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { personName, shownWith } from '../route/visible.ts'

/**
 * Shapes of claims against carriers. Amounts are decimal texts in the parcel's currency; days are 'YYYY-MM-DD' in the
 * operator's time zone. Carriage is what the operator pays: it and sums with it are hidden from users who do not see
 * costs.
 */

export const CLAIMS = 'reportsAndEnquiries.claimsPreparation' as const

const amounts = {
  currency: z.string(),
  /** The claim for the goods, reduced to the carrier's limits. */
  goods: z.string(),
  carriage: shownWith('costs', z.string()),
  amount: shownWith('costs', z.string()),
}

/** A parcel that can be claimed. */
export const claimable = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  orderNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  cause: z.enum(CLAIM_CAUSES),
  despatchedOn: z.string(),
  /** The last day on which the carrier accepts the claim, and the number of days from today. */
  deadline: z.string(),
  daysLeft: z.int(),
  ...amounts,
})
export type Claimable = z.infer<typeof claimable>

export const claim = z.strictObject({
  claimID: recordId,
  /** 'C-000123'. */
  number: z.string(),
  /** The number of the claims prepared with it: 'S-000123'. */
  submission: z.string(),
  state: z.enum(CLAIM_STATES),
  clientCode: z.string(),
  trackingNumber: z.string(),
  orderNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  cause: z.enum(CLAIM_CAUSES),
  despatchedOn: z.string(),
  deadline: z.string(),
  ...amounts,
  /** The amount that the carrier accepted; null before its answer. */
  accepted: shownWith('costs', z.string().nullable()),
  paid: shownWith('costs', z.string()),
  carrierReference: z.string(),
  preparedAt: instant,
  preparedBy: personName(),
  sentAt: instant.nullable(),
  closedAt: instant.nullable(),
  version: z.int(),
})
export type Claim = z.infer<typeof claim>

export const claimEvent = z.strictObject({
  at: instant,
  /** Empty for an import or a carrier's event. */
  by: personName(),
  what: z.enum(CLAIM_EVENTS),
  text: z.string(),
  amount: shownWith('costs', z.string().nullable()),
})
export type ClaimHistoryEvent = z.infer<typeof claimEvent>

/** Where the carrier accepts claims; texts are empty if not set. */
export const claimsOffice = z.strictObject({ email: z.string(), address: z.string(), form: z.string() })

/** A delivery address of a customer, with its claimable parcels (specification 3: claims). */
export const branch = z.strictObject({
  clientCode: z.string(),
  Branch_Code: z.string(),
  Address_1: z.string(),
  Address_2: z.string(),
  Address_3: z.string(),
  Address_4: z.string(),
  Post_Code: z.string(),
  Country: z.string(),
  /** The number of its claimable parcels, and the first hundred of them. */
  claimable: z.int(),
  ConsolidatedList: z.array(claimable),
})
export type Branch = z.infer<typeof branch>
