import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import type { ReactTable } from '@tanstack/react-table'
import type { Features } from '../features.ts'
import { columnName } from './header-row.tsx'
import styles from './column-chooser.module.css'

type ColumnChooserProps<Row extends object> = {
  readonly table: ReactTable<Features, Row>
  /** Columns that cannot be moved. */
  readonly fixed: readonly string[]
  /** How many columns have no room. */
  readonly hidden: number
  readonly onReset: () => void
}

/** Lets the user show, hide and reorder columns. */
export function ColumnChooser<Row extends object>({ table, fixed, hidden, onReset }: ColumnChooserProps<Row>) {
  const order = table.state.columnOrder
  const columns = table
    .getAllLeafColumns()
    .filter(({ id }) => !fixed.includes(id))
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

  function move(from: number, by: number) {
    const ids = columns.map(({ id }) => id)
    const [id] = ids.splice(from, 1)
    if (id) table.setColumnOrder([...fixed, ...ids.toSpliced(from + by, 0, id)])
  }

  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label="Choose columns"
          title={hidden > 0 ? `Columns · ${hidden} more` : 'Columns'}
          data-palette
        >
          <IconColumns3 size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Columns">
        <ul className={styles.columns}>
          {columns.map((column, index) => (
            <li key={column.id}>
              <Checkbox
                size="xs"
                label={columnName(column)}
                checked={column.getIsVisible()}
                disabled={!column.getCanHide()}
                onChange={column.getToggleVisibilityHandler()}
              />
              <ActionIcon
                variant="subtle"
                size={22}
                aria-label={`Move ${columnName(column)} to the left`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <IconChevronUp size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={22}
                aria-label={`Move ${columnName(column)} to the right`}
                disabled={index === columns.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconChevronDown size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-sm" onClick={onReset}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
