import { CLAIM_CAUSES, CLAIM_EVENTS, CLAIM_STATES } from '@despatch/domain/claims/claim'
import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { personName, shownWith } from '../route/visible.ts'

/**
 * Shapes of claims against carriers. Amounts are decimal texts in the parcel's currency; days are 'YYYY-MM-DD' of the operator.
 * Carriage is what the operator pays: it and the sums with it are left out for those who do not see costs.
 */

export const CLAIMS = 'reportsAndEnquiries.claimsPreparation' as const

const amounts = {
  currency: z.string(),
  /** What is claimed of the goods, cut to the carrier's limits. */
  goods: z.string(),
  carriage: shownWith('costs', z.string()),
  amount: shownWith('costs', z.string()),
}

/** A parcel for which something can be claimed. */
export const claimable = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  orderNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  cause: z.enum(CLAIM_CAUSES),
  despatchedOn: z.string(),
  /** The last day on which the carrier takes the claim, and how many days that is from today. */
  deadline: z.string(),
  daysLeft: z.int(),
  ...amounts,
})
export type Claimable = z.infer<typeof claimable>

export const claim = z.strictObject({
  claimID: recordId,
  /** 'C-000123'. */
  number: z.string(),
  /** Of the claims that were prepared with it: 'S-000123'. */
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
  /** What the carrier accepted; null until it said so. */
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
  /** Empty for what an import or a carrier's event did. */
  by: personName(),
  what: z.enum(CLAIM_EVENTS),
  text: z.string(),
  amount: shownWith('costs', z.string().nullable()),
})
export type ClaimHistoryEvent = z.infer<typeof claimEvent>

/** Where the carrier takes claims; texts are empty where nobody has said. */
export const claimsOffice = z.strictObject({ email: z.string(), address: z.string(), form: z.string() })

/** An address to which a customer's orders went, with the parcels that can be claimed for (specification 3: claims). */
export const branch = z.strictObject({
  clientCode: z.string(),
  Branch_Code: z.string(),
  Address_1: z.string(),
  Address_2: z.string(),
  Address_3: z.string(),
  Address_4: z.string(),
  Post_Code: z.string(),
  Country: z.string(),
  /** How many parcels of it can be claimed for, and the first hundred of them. */
  claimable: z.int(),
  ConsolidatedList: z.array(claimable),
})
export type Branch = z.infer<typeof branch>
