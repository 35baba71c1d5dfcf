import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './filter-chips.module.css'
import { focusFilter } from '../../browser/focus.ts'
import { NARROW } from '../../navigation/use-menu.ts'

type FilterRowProps = {
  /** Whether any filter is on. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

/**
 * The most filters shown before the others move behind 'More filters'. In a window that is not wide they share a row
 * with the search field. filter-chips.module.css has the same numbers.
 */
const MAX_SHOWN = { usual: 8, notWide: 4 }
const NOT_WIDE = '100em'

/**
 * The filters of a list in one row, with a button that clears all. If there are many, those at the end that are off
 * are hidden behind 'More filters'; in a narrow window all are hidden behind one button.
 */
export function FilterRow({ isNarrowed, onClear, children }: FilterRowProps) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const isNotWide = useMediaQuery(`(max-width: ${NOT_WIDE})`, undefined, { getInitialValueInEffect: false })
  const most = isNotWide ? MAX_SHOWN.notWide : MAX_SHOWN.usual
  const [isOpen, setIsOpen] = useState(false)
  const [areAllShown, setAreAllShown] = useState(false)
  const [active, setActive] = useState(0)
  const [hideable, setHideable] = useState(0)
  const chips = useRef<HTMLDivElement>(null)
  const id = useId()
  // Only the chips know whether they are on.
  useLayoutEffect(() => {
    const shown = [...(chips.current?.children ?? [])].filter((chip) => !chip.hasAttribute('data-row-button'))
    setActive(shown.filter((chip) => chip.hasAttribute('data-on')).length)
    setHideable(shown.slice(most).filter((chip) => !chip.hasAttribute('data-on')).length)
  }, [children, most])
  // Hiding a single chip saves no space: the button takes as much.
  const canHide = !isNarrow && hideable > 1
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
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
      )}
      <div
        ref={chips}
        id={id}
        className={styles.chips}
        role="group"
        aria-label="Filters"
        data-some={(canHide && !areAllShown) || undefined}
        {...(isHidden && { style: { display: 'none' } })}
      >
        {children}
        {canHide && (
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
              // The button disappears with the filters, so keep the focus nearby.
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
