import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import styles from './tile.module.css'

/** Shows on demand what a figure counts. */
export function Definition({ of, definition }: { readonly of: string; readonly definition: string }) {
  return (
    <Popover width={320} position="bottom-start" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Definition of ${of.toLowerCase()}`}>
          <IconInfoCircle size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.definition}>{definition}</Popover.Dropdown>
    </Popover>
  )
}
