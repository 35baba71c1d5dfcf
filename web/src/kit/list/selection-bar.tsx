import { Button } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { restoreFocus } from '../browser/focus.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps = {
  /** How many rows are selected; with none there is no bar. */
  readonly selected: number
  /** How many match in all; undefined where that is not known. */
  readonly total: number | undefined
  readonly noun: readonly [one: string, many: string]
  /** Selects all that match, beyond those that are loaded. */
  readonly onSelectAll?: () => void
  /** All that match are selected. */
  readonly isAll?: boolean
  readonly onClear: () => void
  /** The actions. */
  readonly children: ReactNode
}

/** The bar at the foot of a list: how many rows are selected, and what can be done with them. */
export function SelectionBar(given: SelectionBarProps) {
  return given.selected > 0 && <Bar {...given} />
}

function Bar({ selected, total, noun, onSelectAll, isAll = false, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      // What has been done to the rows un-selects them, and the bar goes with the button that did it.
      if (element?.contains(document.activeElement) || document.activeElement === document.body)
        requestAnimationFrame(restoreFocus)
    }
  }, [])
  const count = `${formatCount(selected)} ${selected === 1 ? noun[0] : noun[1]}`
  const hasMore = total !== undefined && total > selected && !isAll
  return (
    <div ref={bar} className={styles.selection} role="group" aria-label="What is selected">
      <span role="status">{isAll ? `All ${count} that match selected` : `${count} selected`}</span>
      {onSelectAll && hasMore && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          Select all {formatCount(total)} that match
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear the selection
      </Button>
      <span className={styles.actions}>{children}</span>
    </div>
  )
}
