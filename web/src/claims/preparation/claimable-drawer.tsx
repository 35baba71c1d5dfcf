import { Button, Skeleton } from '@mantine/core'
import type { Claimable } from '@despatch/contract/claims/claim'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatMoney } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { DayText, Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { claimAddress, claimsAddress } from '../addresses.ts'
import { claimableOf, claimOfParcel } from '../claim-queries.ts'
import { claimedText, daysLeftText, goodsText } from '../claim-text.ts'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import parts from '../../kit/record/record-parts.module.css'
import { prepareClaims } from './prepare.ts'
import { useClient, usePrepareDisabledReason } from '../use-claim-rights.ts'

type ClaimableDrawerProps = {
  /** The order or parcel to claim; '' while the drawer is closed. */
  readonly reference: string
  /** Its client; '' if unknown. */
  readonly clientCode: string
  readonly onPrepared: (submissions: readonly string[]) => void
  readonly onClose: () => void
}

/** The prefilled claim for a parcel, or for those of an order; a button prepares it. */
export function ClaimableDrawer({ reference, clientCode, onPrepared, onClose }: ClaimableDrawerProps) {
  return (
    <PeekDrawer of={reference || undefined} size="lg" title={(of) => `Claim for ${of}`} onClose={onClose}>
      {(of) => <Filled key={of} reference={of} clientCode={clientCode} onPrepared={onPrepared} />}
    </PeekDrawer>
  )
}

function Filled({ reference, clientCode, onPrepared }: Omit<ClaimableDrawerProps, 'onClose'>) {
  const mayNot = usePrepareDisabledReason()
  const { data: parcels, error, refetch } = useQuery(claimableOf(reference, clientCode, useClient()))
  const prepare = useOneAtATime(async () => onPrepared(await prepareClaims({ parcels: parcels ?? [] })))
  if (error && !parcels) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!parcels) return <Skeleton height={240} aria-label="Loading the claim" />
  if (parcels.length === 0) return <Nothing reference={reference} clientCode={clientCode} />
  return (
    <div className={parts.record}>
      {parcels.map((parcel) => (
        <OneParcel key={`${parcel.clientCode} ${parcel.trackingNumber}`} parcel={parcel} />
      ))}
      <div className={parts.actions}>
        <Button size="xs" disabled={mayNot !== undefined} title={mayNot} onClick={prepare}>
          {parcels.length === 1 ? 'Prepare claim' : `Prepare ${parcels.length} claims`}
        </Button>
      </div>
    </div>
  )
}

/** Explains why nothing can be claimed, or links to the parcel's claim. */
function Nothing({ reference, clientCode }: Pick<ClaimableDrawerProps, 'reference' | 'clientCode'>) {
  const { data } = useQuery(claimOfParcel(reference, clientCode))
  const [parcel] = data?.parcels ?? []
  return (
    <div className={parts.record}>
      <p className={parts.plain}>
        Nothing can be claimed for {reference} now. {!parcel?.claimNumber && parcel?.why}
      </p>
      <p className={parts.plain}>
        {parcel?.claimNumber ? (
          <ScreenLink to={claimAddress({ claim: parcel.claimID })}>Claim {parcel.claimNumber}</ScreenLink>
        ) : (
          <ScreenLink to={claimsAddress({ search: reference })}>Existing claims</ScreenLink>
        )}
      </p>
    </div>
  )
}

function OneParcel({ parcel }: { readonly parcel: Claimable }) {
  return (
    <RecordFacts
      facts={{
        Parcel: <Reference text={parcel.trackingNumber} />,
        Order: <OrderLink order={parcel} />,
        Cause: CAUSE_LABELS[parcel.cause],
        Claimable: claimedText(parcel),
        'Claim by': (
          <>
            <DayText day={parcel.deadline} /> ({daysLeftText(parcel.daysLeft)})
          </>
        ),
        Carrier: [parcel.carrierName, parcel.carrierService].filter(Boolean).join(', '),
        Goods: goodsText(parcel),
        Carriage: Number(parcel.carriage ?? 0) > 0 && formatMoney(parcel.carriage ?? '', parcel.currency),
        Despatched: <DayText day={parcel.despatchedOn} />,
      }}
    />
  )
}
