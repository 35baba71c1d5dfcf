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

/**
 * So many filters stand side by side before the others wait behind 'More filters'. On a window that is not wide they share
 * the row of the search field with it. The style sheet has the same numbers.
 */
const MAX_AT_ONCE = { usual: 8, notWide: 4 }
const NOT_WIDE = '100em'

/**
 * The filters of a list in one row, and the way to be rid of all of them. Where there are many, those that are seldom
 * used and not set wait behind 'More filters'; on a narrow window all of them do, behind one button.
 */
export function FilterRow({ isNarrowed, onClear, children }: FilterRowProps) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const isNotWide = useMediaQuery(`(max-width: ${NOT_WIDE})`, undefined, { getInitialValueInEffect: false })
  const most = isNotWide ? MAX_AT_ONCE.notWide : MAX_AT_ONCE.usual
  const [isOpen, setIsOpen] = useState(false)
  const [areAllShown, setAreAllShown] = useState(false)
  const [chosen, setChosen] = useState(0)
  const [waiting, setWaiting] = useState(0)
  const chips = useRef<HTMLDivElement>(null)
  const id = useId()
  // The chips alone know whether they are on.
  useLayoutEffect(() => {
    const shown = [...(chips.current?.children ?? [])].filter((chip) => !chip.hasAttribute('data-row-button'))
    setChosen(shown.filter((chip) => chip.hasAttribute('data-on')).length)
    setWaiting(shown.slice(most).filter((chip) => !chip.hasAttribute('data-on')).length)
  }, [children, most])
  // One that waits takes no more room than the button that shows it.
  const canWait = !isNarrow && waiting > 1
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
        data-some={(canWait && !areAllShown) || undefined}
        {...(isHidden && { style: { display: 'none' } })}
      >
        {children}
        {canWait && (
          <Button
            data-row-button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconFilter size={14} aria-hidden />}
            aria-expanded={areAllShown}
            onClick={() => setAreAllShown((before) => !before)}
          >
            {areAllShown ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
        {isNarrowed && (
          <Button
            data-row-button
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
