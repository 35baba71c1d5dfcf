import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { formatCount } from '@despatch/domain/money/money'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DeliveryStateText } from '../../deliveries/parcels/delivery-state-text.tsx'
import styles from './parcel-jumps.module.css'

type ParcelJumpsProps = {
  readonly parcels: readonly Parcel[]
  /** Whether the order has others beside these, which are its newest. */
  readonly hasMore: boolean
  /** The tracking number that the address has chosen; '' is none. */
  readonly chosen: string
  /** Goes to one of them, which may be the one that is chosen. */
  readonly onJump: (index: number) => void
}

/**
 * The parcels of an order, to jump by: what each is, who has it and where it is. One stop of Tab; the arrows, Home and End
 * go through it, Enter goes to the parcel.
 */
export function ParcelJumps({ parcels, hasMore, chosen, onJump }: ParcelJumpsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [reached, reach] = useState(chosen)
  const at = Math.max(
    parcels.findIndex(({ trackingNumber }) => trackingNumber === reached),
    0,
  )
  // What the address has chosen is in view here too, before its parcel is.
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  function step(event: KeyboardEvent, from: number) {
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: parcels.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('a')[to]?.focus()
  }
  return (
    <nav className={styles.jumps} aria-label="Parcels of the order">
      <h2>{`${hasMore ? 'The newest ' : ''}${formatCount(parcels.length)} parcels`}</h2>
      <ul ref={list}>
        {parcels.map((parcel, index) => (
          <li key={parcel.trackingNumber}>
            <Link
              to="."
              // The rest of the address stays: with another client in it the order would be read again.
              search={(before: Record<string, unknown>) => ({ ...before, parcel: parcel.trackingNumber })}
              replace
              resetScroll={false}
              preload={false}
              className={styles.jump}
              tabIndex={index === at ? 0 : -1}
              aria-current={parcel.trackingNumber === chosen ? 'location' : undefined}
              onFocus={() => reach(parcel.trackingNumber)}
              onClick={() => onJump(index)}
              onKeyDown={(event) => step(event, index)}
            >
              <span className="reference">{parcel.trackingNumber}</span>
              <span className={styles.carrier}>{parcel.carrierName}</span>
              <DeliveryStateText of={parcel} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
