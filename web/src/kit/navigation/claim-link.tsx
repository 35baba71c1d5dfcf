import { useCanOpen } from '../session/use-rights.ts'
import { claimToFillInAddress } from './addresses.ts'
import { ScreenLink } from './screen-link.tsx'

type ClaimLinkProps = {
  /** A tracking number or an order number; if it is empty, no link is shown. */
  readonly reference: string
  readonly clientCode: string
  readonly children?: string
}

/** A link from a parcel or an order to a claim filled in for it, for users who may read claims. */
export function ClaimLink({ reference, clientCode, children = 'Claim' }: ClaimLinkProps) {
  const canOpen = useCanOpen('reportsAndEnquiries.claimsPreparation')
  if (!canOpen || reference === '') return null
  return (
    <ScreenLink
      to={claimToFillInAddress({ reference, open: reference, ...(clientCode && { client: clientCode }) })}
      aria-label={`${children} for ${reference}`}
    >
      {children}
    </ScreenLink>
  )
}
