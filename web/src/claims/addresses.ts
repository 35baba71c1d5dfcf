import { TO_CLAIM } from '../kit/navigation/addresses.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'

const CLAIMS = '/reporting-and-enquiries/claims-preparation'

export const CLAIM_SCREENS = {
  customer: CLAIMS,
  claimable: TO_CLAIM,
  cases: `${CLAIMS}/claims`,
  figures: `${CLAIMS}/figures`,
  terms: `${CLAIMS}/terms`,
} as const

/** A claim, beside the list of claims. */
export const claimAddress = screenAddress<{ readonly claim: string }>(CLAIM_SCREENS.cases)

type OfClaims = {
  readonly search?: string
  readonly state?: string
  readonly carrier?: string
  readonly cause?: string
  readonly client?: string
  readonly from?: string
  readonly to?: string
}
export const claimsAddress = screenAddress<OfClaims>(CLAIM_SCREENS.cases)

type OfClaimable = {
  readonly reference?: string
  readonly carrier?: string
  readonly cause?: string
  readonly week?: 'yes'
  readonly client?: string
  /** With both, lists parcels not claimed before their deadline on these days. */
  readonly missedFrom?: string
  readonly missedTo?: string
  /** The order or parcel whose prefilled claim is open. */
  readonly open?: string
}
/** The list of claimable parcels, or of missed deadlines. */
export const claimableAddress = screenAddress<OfClaimable>(CLAIM_SCREENS.claimable)
