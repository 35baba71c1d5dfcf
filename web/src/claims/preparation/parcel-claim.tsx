import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import parts from '../../kit/record/record-parts.module.css'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { claimAddress, claimsAddress } from '../addresses.ts'
import { claimOfParcel } from '../claim-queries.ts'
import { claimedText } from '../claim-text.ts'
import { prepareClaims } from './prepare.ts'
import { usePrepareDisabledReason } from '../use-claim-rights.ts'

type ParcelClaimProps = { readonly parcel: { readonly trackingNumber: string; readonly clientCode: string } }

/** Whether a parcel can be claimed, and its claim; a button prepares a prefilled one. */
export function ParcelClaim({ parcel }: ParcelClaimProps) {
  const opens = useCanOpen('reportsAndEnquiries.claimsPreparation')
  return opens ? <Claim parcel={parcel} /> : null
}

function Claim({ parcel: { trackingNumber, clientCode } }: ParcelClaimProps) {
  const goTo = useGoTo()
  const mayNot = usePrepareDisabledReason()
  const { data } = useQuery(claimOfParcel(trackingNumber, clientCode))
  const found = data?.parcels.find((one) => one.clientCode === clientCode)
  const prepare = useOneAtATime(() =>
    prepareClaims({ parcels: [{ clientCode, trackingNumber }] }).then(([submission]) => {
      if (submission) goTo(claimsAddress({ search: submission }))
    }),
  )
  if (!found) return null
  const text = `${found.claimable ? `${claimedText(found.claimable)}. ` : ''}${found.why}`
  return (
    <RecordSection title="Claim" empty={!found.claimNumber && !found.can ? text : undefined}>
      {found.claimNumber ? (
        <ScreenLink to={claimAddress({ claim: found.claimID })}>Claim {found.claimNumber}</ScreenLink>
      ) : (
        <p className={parts.remark}>{text}</p>
      )}
      {found.can && (
        <Button size="xs" mt="xs" variant="default" disabled={mayNot !== undefined} title={mayNot} onClick={prepare}>
          Prepare claim
        </Button>
      )}
    </RecordSection>
  )
}
