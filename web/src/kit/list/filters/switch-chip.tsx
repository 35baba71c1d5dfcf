import { focusFilter } from '../../browser/focus.ts'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

type SwitchChipProps = {
  readonly name: string
  readonly title?: string | undefined
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A filter that is on or off: a button, and a chip while it is on. */
export function SwitchChip({ name, title, isOn, onSwitch }: SwitchChipProps) {
  if (isOn) return <FilterChip name={name} value="" isOn onRemove={() => onSwitch(false)} />
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.label}
        title={title}
        onClick={() => {
          // A chip takes its place; the focus stays near.
          focusFilter()
          onSwitch(true)
        }}
      >
        {name}
      </button>
    </span>
  )
}
