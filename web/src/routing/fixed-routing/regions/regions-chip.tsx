import { Button } from '@mantine/core'
import { useState } from 'react'
import { FilterChip } from '../../../kit/list/filters/filter-chip.tsx'
import styles from '../fixed-routing.module.css'
import { RegionPicker } from './region-picker.tsx'
import { codesOf } from '../route-search.ts'

type RegionsChipProps = {
  /** 'AB,AL'; '' is any. */
  readonly value: string
  readonly onChange: (codes: string) => void
}

const MAX_LISTED_NAMES = 4

/** A filter for routes in any of the selected regions. */
export function RegionsChip({ value, onChange }: RegionsChipProps) {
  const codes = codesOf(value)
  const more = codes.length - MAX_LISTED_NAMES
  return (
    <FilterChip
      name="Regions"
      value={codes.slice(0, MAX_LISTED_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')}
      editor={(close) => <Editor codes={codes} onApply={(next) => (close(), onChange(next.join(',')))} />}
      onRemove={() => onChange('')}
    />
  )
}

function Editor({
  codes,
  onApply,
}: {
  readonly codes: readonly string[]
  readonly onApply: (codes: string[]) => void
}) {
  const [chosen, setChosen] = useState([...codes])
  return (
    <form
      className={styles.regionFilter}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <RegionPicker label="Names any of the regions" none="Any" value={chosen} onChange={setChosen} />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
