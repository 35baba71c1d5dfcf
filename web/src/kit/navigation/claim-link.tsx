import { useOpens } from '../session/use-may.ts'
import { claimToFillInAddress } from './addresses.ts'
import { ScreenLink } from './screen-link.tsx'

type ClaimLinkProps = {
  /** A tracking number or an order number; nothing is shown where it is empty. */
  readonly reference: string
  readonly clientCode: string
  readonly children?: string
}

/** The way from a parcel or an order to the claim for it, filled in, for those who may read claims. */
export function ClaimLink({ reference, clientCode, children = 'Claim' }: ClaimLinkProps) {
  const opens = useOpens('reportsAndEnquiries.claimsPreparation')
  if (!opens || reference === '') return null
  return (
    <ScreenLink
      to={claimToFillInAddress({ reference, open: reference, ...(clientCode && { client: clientCode }) })}
      aria-label={`${children} for ${reference}`}
    >
      {children}
    </ScreenLink>
  )
}
