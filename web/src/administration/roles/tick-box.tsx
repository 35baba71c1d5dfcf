import { useEffect, useRef } from 'react'
import type { CellPlace } from './use-treegrid-keys.ts'
import type { Ticked } from './permission-draft.ts'
import styles from './menu-treegrid.module.css'

type TickBoxProps = {
  readonly label: string
  readonly ticked: Ticked
  /** Why it cannot be changed. It can still be focused, to read the reason. */
  readonly why: string | undefined
  readonly onToggle: () => void
  /** Called with the reason, if any, when the box gets the focus. */
  readonly onReason: (why: string | undefined) => void
  readonly place: CellPlace
}

/** A checkbox of a treegrid, with a mixed state. A native input, because there are some two hundred of them. */
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
