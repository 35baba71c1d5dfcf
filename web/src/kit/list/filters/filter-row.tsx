import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusFilter } from '../../browser/focus.ts'
import styles from './filter-chips.module.css'

type FilterRowProps = {
  /** Whether any filter is on. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** Filter chips. Those that are off are only in the menu of the button. */
  readonly children: ReactNode
}

/** The label of a chip, which opens its editor or switches it on. */
const labelsIn = (chips: HTMLElement | null) =>
  [...(chips?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])].flatMap((chip) => {
    const label = chip.querySelector<HTMLElement>(`button.${styles.label}`)
    // A switch that is on has nothing to edit: its chip removes it.
    return label ? [{ name: chip.dataset['chip'] ?? '', label, isOn: chip.hasAttribute('data-on') }] : []
  })

/** The filters of a list: one button with a menu of all filters, those that are on, and a button that clears them. */
export function FilterRow({ isNarrowed, onClear, children }: FilterRowProps) {
  const chips = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [names, setNames] = useState<readonly { name: string; isOn: boolean }[]>([])
  const menu = useCombobox({
    onDropdownOpen: () => {
      setNames(labelsIn(chips.current))
      menu.focusSearchInput()
    },
    onDropdownClose: () => {
      menu.resetSelectedOption()
      setTyped('')
    },
  })
  // Enter takes the first one.
  const { dropdownOpened, selectFirstOption } = menu
  useEffect(() => {
    if (dropdownOpened) selectFirstOption()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function is made again with each drawing
  }, [typed, names, dropdownOpened])
  const shown = names.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))

  function edit(name: string) {
    menu.closeDropdown()
    // The editor returns the focus here, because a filter that stays off is hidden again.
    button.current?.focus()
    labelsIn(chips.current)
      .find((chip) => chip.name === name)
      ?.label.click()
  }
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      <Combobox store={menu} width={260} position="bottom-start" shadow="md" withinPortal onOptionSubmit={edit}>
        <Combobox.Target targetType="button" withAriaAttributes={false}>
          <Button
            ref={button}
            data-filter
            data-filter-menu
            variant="default"
            size="xs"
            leftSection={<IconFilter size={14} aria-hidden />}
            aria-haspopup="listbox"
            aria-expanded={menu.dropdownOpened}
            onClick={() => menu.toggleDropdown()}
          >
            Filter
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            value={typed}
            placeholder="Filter by…"
            aria-label="Find a filter"
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && button.current?.focus()}
          />
          <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Filters">
            {shown.map(({ name, isOn }) => (
              <Combobox.Option key={name} value={name} active={isOn}>
                {name}
              </Combobox.Option>
            ))}
            {shown.length === 0 && <Combobox.Empty>No such filter</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <div ref={chips} className={styles.shown}>
        {children}
      </div>
      {isNarrowed && (
        <Button
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
  )
}
