import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { Status } from '../../kit/list/columns/cells.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { disputeAddress } from '../addresses.ts'
import { STATE_MEANINGS } from './dispute-text.ts'

type DisputeLinkProps = { readonly of: NonNullable<InvoiceParcel['dispute']> }

/** A dispute's number and state, for the operator as a link. */
export function DisputeLink({ of: { disputeID, number, state } }: DisputeLinkProps) {
  return (
    <Status meaning={STATE_MEANINGS[state]}>
      {disputeID === null ? (
        number
      ) : (
        <ScreenLink to={disputeAddress({ dispute: disputeID })} underline="always">
          {number}
        </ScreenLink>
      )}{' '}
      {state}
    </Status>
  )
}
