import { Button } from '@mantine/core'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { type ActiveRange, rangeLabel } from '@despatch/domain/routing/active-dates/active-dates'
import styles from './carriers.module.css'
import type { Picking } from './picking.ts'

type PickingBarProps = {
  readonly picking: Picking
  /** The selected range. */
  readonly chosen: ActiveRange | undefined
  readonly onEndless: () => void
  readonly onReplace: () => void
  readonly onRemove: () => void
  readonly onCancel: () => void
}

/** Shows what has been picked on the calendar and the possible actions. */
export function PickingBar({ picking, chosen, onEndless, onReplace, onRemove, onCancel }: PickingBarProps) {
  const { first, isReplacing } = picking
  const isIdle = first === undefined && !chosen
  return (
    <div className={styles.picking}>
      <span role="status">
        {picking.problem && <strong className={styles.problem}>{picking.problem} </strong>}
        {promptText(picking, chosen)}
      </span>
      {first !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onEndless}>
          Without end
        </Button>
      )}
      {chosen && !isReplacing && (
        <>
          <Button size="compact-sm" variant="default" onClick={onReplace}>
            Choose other days
          </Button>
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            Remove it
          </Button>
        </>
      )}
      {!isIdle && (
        <Button size="compact-sm" variant="subtle" onClick={onCancel} aria-keyshortcuts="Escape">
          Cancel
        </Button>
      )}
    </div>
  )
}

function promptText({ first, isReplacing }: Picking, chosen: ActiveRange | undefined): string {
  const instead = isReplacing && chosen ? `In place of ${rangeLabel(chosen)}: ` : ''
  if (first !== undefined) return `${instead}${formatDayShort(first)}– now choose the other end of the range.`
  if (instead) return `${instead}choose the first day.`
  if (chosen) return `Chosen: ${rangeLabel(chosen)}.`
  return 'Choose two days to add the range between them; choose a day of a range to change or remove it.'
}
