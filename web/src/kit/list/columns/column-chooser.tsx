import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Column, ReactTable } from '@tanstack/react-table'
import { COLUMN_WIDTHS, type Features } from '../features.ts'
import { columnName } from './column-name.ts'
import { resizeBy, WIDTH_STEP } from './header-row.tsx'
import { SELECT_COLUMN } from './select-column.tsx'
import styles from './column-chooser.module.css'

type ColumnChooserProps<Row extends object> = {
  readonly table: ReactTable<Features, Row>
  /** Columns that cannot be moved. */
  readonly fixed: readonly string[]
  /** How many columns have no room. */
  readonly hidden: number
  readonly onReset: () => void
}

/** Lets the user show, hide, reorder and resize columns, all by single clicks. */
export function ColumnChooser<Row extends object>({ table, fixed, hidden, onReset }: ColumnChooserProps<Row>) {
  const order = table.state.columnOrder
  const all = table.getAllLeafColumns()
  const first = all.filter(({ id }) => fixed.includes(id) && id !== SELECT_COLUMN)
  const columns = all
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
          {first.map((column) => (
            <li key={column.id}>
              <span className={styles.first}>{columnName(column)}</span>
              <WidthButtons table={table} column={column} />
            </li>
          ))}
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
                size={24}
                aria-label={`Move ${columnName(column)} to the left`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <IconChevronUp size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={24}
                aria-label={`Move ${columnName(column)} to the right`}
                disabled={index === columns.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconChevronDown size={14} />
              </ActionIcon>
              <WidthButtons table={table} column={column} />
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

type WidthButtonsProps<Row extends object> = {
  readonly table: ReactTable<Features, Row>
  readonly column: Column<Features, Row, unknown>
}

/** The edge of a column is thin and has to be dragged: these need neither. */
function WidthButtons<Row extends object>({ table, column }: WidthButtonsProps<Row>) {
  const name = columnName(column)
  const resize = (by: number) => () => resizeBy(table, column, by)
  const isOff = !column.getIsVisible() || !column.getCanResize()
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={24}
        className={styles.narrower}
        aria-label={`Make ${name} narrower`}
        disabled={isOff || column.getSize() <= COLUMN_WIDTHS.min}
        onClick={resize(-WIDTH_STEP)}
      >
        <IconMinus size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={24}
        aria-label={`Make ${name} wider`}
        disabled={isOff}
        onClick={resize(WIDTH_STEP)}
      >
        <IconPlus size={14} />
      </ActionIcon>
    </>
  )
}
