import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { DELIVERY_STATE_CODES, DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { formatCount } from '@despatch/domain/money/money'
import { parcelMeaning } from './parcel-meaning.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import styles from './parcels.module.css'

type StateChipsProps = {
  readonly states: readonly { readonly state: DeliveryState; readonly parcels: number }[]
  readonly chosen: readonly DeliveryState[]
  readonly onChange: (chosen: DeliveryState[]) => void
}

/** Parcels by state, as switches that filter the list. Empty states are hidden unless chosen. */
export function StateChips({ states, chosen, onChange }: StateChipsProps) {
  const counts = new Map(states.map(({ state, parcels }) => [state, parcels]))
  const shown = DELIVERY_STATE_CODES.filter((state) => counts.has(state) || chosen.includes(state))
  if (shown.length === 0) return null
  return (
    <div className={styles.states} role="group" aria-label="Statuses">
      {shown.map((state) => {
        const isOn = chosen.includes(state)
        return (
          <button
            key={state}
            type="button"
            className={styles.state}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== state) : [...chosen, state])}
          >
            <Status meaning={parcelMeaning({ state })}>{DELIVERY_STATES[state]}</Status>
            <span className={styles.count}>{formatCount(counts.get(state) ?? 0)}</span>
          </button>
        )
      })}
    </div>
  )
}
