import { useEffect, useRef } from 'react'
import type { CellPlace } from './use-treegrid-keys.ts'
import type { Ticked } from './permission-draft.ts'
import styles from './menu-treegrid.module.css'

type TickBoxProps = {
  readonly label: string
  readonly ticked: Ticked
  /** Why it cannot be changed. It can still be gone to, so that one is told. */
  readonly why: string | undefined
  readonly onToggle: () => void
  /** Told why when the box is gone to, and undefined where there is no reason. */
  readonly onReason: (why: string | undefined) => void
  readonly place: CellPlace
}

/** One box of a treegrid: ticked, not, or partly. The browser's own, for there are some two hundred of them. */
export function TickBox({ label, ticked, why, onToggle, onReason, place }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked === 'some'
  }, [ticked])
  const { onFocus, ...rest } = place
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.tick}
      aria-label={label}
      title={why}
      checked={ticked === 'all'}
      aria-disabled={why !== undefined || undefined}
      onChange={onToggle}
      {...rest}
      onFocus={(event) => {
        onFocus(event)
        onReason(why)
      }}
    />
  )
}
