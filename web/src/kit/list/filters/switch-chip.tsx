import { focusFilter } from '../../browser/focus.ts'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

type SwitchChipProps = {
  readonly name: string
  readonly title?: string | undefined
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A filter without a value: a button while it is off, a chip while it is on. */
export function SwitchChip({ name, title, isOn, onSwitch }: SwitchChipProps) {
  if (isOn) return <FilterChip name={name} value="" isOn onRemove={() => onSwitch(false)} />
  return (
    <span className={styles.chip} data-chip={name}>
      <button
        type="button"
        className={styles.label}
        title={title}
        onClick={() => {
          // A chip replaces the button, so keep the focus nearby.
          focusFilter()
          onSwitch(true)
        }}
      >
        {name}
      </button>
    </span>
  )
}
