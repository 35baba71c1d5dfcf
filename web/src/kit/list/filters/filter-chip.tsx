import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { focusFilter } from '../../browser/focus.ts'
import styles from './filter-chips.module.css'

type FilterChipProps = {
  readonly name: string
  /** The filter’s value as text; '' if it is off. */
  readonly value: string
  /** Whether the filter is on, even without a value. */
  readonly isOn?: boolean
  readonly editor?: (close: () => void) => ReactNode
  readonly onRemove: () => void
}

/** A filter with its value, an editor in a popover, and a button that removes it. */
export function FilterChip({ name, value, isOn = value !== '', editor, onRemove }: FilterChipProps) {
  const [isOpen, editing] = useDisclosure()
  const text = value ? `${name}: ${value}` : name
  return (
    <span className={styles.chip} data-chip={name} data-on={isOn || undefined} data-open={isOpen || undefined}>
      {editor ? (
        <Popover
          opened={isOpen}
          onChange={(opened) => (opened ? editing.open() : editing.close())}
          position="bottom-start"
          trapFocus
          returnFocus
          shadow="md"
          withinPortal
        >
          <Popover.Target>
            <button type="button" className={styles.label} onClick={editing.toggle}>
              {text}
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={`Filter by ${name.toLowerCase()}`}>{editor(editing.close)}</Popover.Dropdown>
        </Popover>
      ) : (
        <span className={styles.label}>{text}</span>
      )}
      {isOn && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove ${text}`}
          onClick={() => {
            // The chip disappears with the filter, so keep the focus nearby.
            focusFilter()
            onRemove()
          }}
        >
          <IconX size={13} aria-hidden />
        </button>
      )}
    </span>
  )
}
