import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './filter-chips.module.css'
import { focusFilter } from '../../browser/focus.ts'
import { NARROW } from '../../navigation/use-menu.ts'

type FilterRowProps = {
  /** Whether any of them narrows the list. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** A chip for each filter. */
  readonly children: ReactNode
}

/** The filters of a list in one row, and the way to be rid of all of them; on a narrow window, behind one button. */
export function FilterRow({ isNarrowed, onClear, children }: FilterRowProps) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const chips = useRef<HTMLDivElement>(null)
  const id = useId()
  // The chips alone know whether they are on.
  useLayoutEffect(() => setChosen(chips.current?.querySelectorAll('[data-on]').length ?? 0), [children])
  const isHidden = isNarrow && !isOpen
  return (
    <>
      {isNarrow && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen((before) => !before)}
        >
          {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
        </Button>
      )}
      <div
        ref={chips}
        id={id}
        className={styles.chips}
        role="group"
        aria-label="Filters"
        {...(isHidden && { style: { display: 'none' } })}
      >
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
    </>
  )
}
