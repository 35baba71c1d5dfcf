import { Button } from '@mantine/core'
import { focusFilter } from '../../browser/focus.ts'
import { FilterChip } from './filter-chip.tsx'

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
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      title={title}
      onClick={() => {
        // A chip takes its place; the focus stays near.
        focusFilter()
        onSwitch(true)
      }}
    >
      {name}
    </Button>
  )
}
