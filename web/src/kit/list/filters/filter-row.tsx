import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './filter-chips.module.css'
import { focusFilter } from '../../browser/focus.ts'

type FilterRowProps = {
  /** Whether any of them narrows the list. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** A chip for each filter. */
  readonly children: ReactNode
}

/** The filters of a list in one row, and the way to be rid of all of them. */
export function FilterRow({ isNarrowed, onClear, children }: FilterRowProps) {
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {children}
      {isNarrowed && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            // The button goes with the filters; the focus stays near.
            focusFilter()
            onClear()
          }}
        >
          Clear
        </Button>
      )}
    </div>
  )
}
