import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { formatCount } from '@despatch/domain/money/money'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DeliveryStateText } from '../../deliveries/parcels/delivery-state-text.tsx'
import styles from './parcel-jumps.module.css'

type ParcelJumpsProps = {
  readonly parcels: readonly Parcel[]
  /** True if these are only the newest parcels. */
  readonly hasMore: boolean
  /** Tracking number in the address; '' if none. */
  readonly chosen: string
  /** Called even if the parcel is chosen already. */
  readonly onJump: (index: number) => void
}

/** A list of parcels to jump to. One tab stop: arrow keys, Home and End move within it, Enter jumps. */
export function ParcelJumps({ parcels, hasMore, chosen, onJump }: ParcelJumpsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [reached, reach] = useState(chosen)
  const at = Math.max(
    parcels.findIndex(({ trackingNumber }) => trackingNumber === reached),
    0,
  )
  // Scroll the chosen parcel's link into view.
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
              // Keep the rest of the address: another client would reload the order.
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
