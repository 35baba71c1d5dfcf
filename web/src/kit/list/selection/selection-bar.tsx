import { Button } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { restoreFocus } from '../../browser/focus.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps = {
  /** Number of selected rows. The bar is hidden if it is 0. */
  readonly selected: number
  /** Number of selected rows that the list does not show now. */
  readonly hidden?: number
  /** Number of matching rows; undefined until they are counted. */
  readonly total: number | undefined
  readonly noun: readonly [one: string, many: string]
  /** Selects all matching rows, not only the loaded ones. */
  readonly onSelectAll?: () => void
  /** All matching rows are selected. */
  readonly isAll?: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

/** '2 of them not on this page'. */
function hiddenText(hidden: number, selected: number): string {
  if (hidden < selected) return `${formatCount(hidden)} of them not on this page`
  return selected === 1 ? 'not on this page' : 'none of them on this page'
}

/** The bar below a list with the number of selected rows and their actions. */
export function SelectionBar(props: SelectionBarProps) {
  return props.selected > 0 && <Bar {...props} />
}

function Bar({ selected, hidden = 0, total, noun, onSelectAll, isAll = false, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      // An action can clear the selection, which removes the bar with the focused button.
      if (element?.contains(document.activeElement) || document.activeElement === document.body)
        requestAnimationFrame(restoreFocus)
    }
  }, [])
  const count = `${formatCount(selected)} ${selected === 1 ? noun[0] : noun[1]}`
  const hasMore = total !== undefined && total > selected && !isAll
  return (
    <div ref={bar} className={styles.selection} role="group" aria-label="Selection">
      <span role="status">
        {isAll ? `All ${count} that match selected` : `${count} selected`}
        {!isAll && hidden > 0 && <strong>, {hiddenText(hidden, selected)}</strong>}
      </span>
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
