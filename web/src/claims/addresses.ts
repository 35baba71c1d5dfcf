import { TO_CLAIM } from '../kit/navigation/addresses.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'

const CLAIMS = '/reporting-and-enquiries/claims-preparation'

/** The addresses of the screens of claims. */
export const CLAIM_SCREENS = {
  customer: CLAIMS,
  claimable: TO_CLAIM,
  cases: `${CLAIMS}/claims`,
  figures: `${CLAIMS}/figures`,
  terms: `${CLAIMS}/terms`,
} as const

/** The address of a claim, beside the list of them. */
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
/** The address of a list of claims. */
export const claimsAddress = screenAddress<OfClaims>(CLAIM_SCREENS.cases)

type OfClaimable = {
  readonly reference?: string
  readonly carrier?: string
  readonly cause?: string
  readonly week?: 'yes'
  readonly client?: string
  /** Both, for what was not claimed before its deadline on these days. */
  readonly missedFrom?: string
  readonly missedTo?: string
  /** The order or parcel whose claim is opened, filled in. */
  readonly open?: string
}
/** The address of what can be claimed, or of what was not in time. */
export const claimableAddress = screenAddress<OfClaimable>(CLAIM_SCREENS.claimable)
