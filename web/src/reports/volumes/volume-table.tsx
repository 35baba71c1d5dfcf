import { Table } from '@mantine/core'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import styles from '../reports.module.css'

type VolumeTableProps = {
  readonly title: string
  readonly columns: readonly string[]
  /** Number of leading text columns. */
  readonly words?: number
  readonly rows: readonly {
    readonly key: string
    readonly cells: readonly string[]
    readonly to?: string | undefined
    readonly isSum?: boolean
    /** Lists behind the other cells, by position. */
    readonly lists?: readonly (string | undefined)[]
  }[]
}

/** A table of figures; the first cell of a row, and figures with a list, are links. */
export function VolumeTable({ title, columns, words = 1, rows }: VolumeTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.table} tabIndex={0} role="group" aria-label={title}>
      <Table aria-label={title} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, at) => (
              <Table.Th key={name} ta={at < words ? 'left' : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells, to, lists = [], isSum = false }) => (
            <Table.Tr key={key} fw={isSum ? 600 : undefined}>
              {cells.map((text, at) => (
                <Table.Td key={columns[at]} ta={at < words ? 'left' : 'right'} className="number">
                  <Cell
                    text={text}
                    to={at === 0 ? to : lists[at]}
                    name={at === 0 ? text : `${columns[at]}, ${cells[0]}: ${text}`}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type CellProps = { readonly text: string; readonly to: string | undefined; readonly name: string }

function Cell({ text, to, name }: CellProps) {
  if (!to) return text
  return (
    <ScreenLink to={to} {...(text !== name && { 'aria-label': name })}>
      {text}
    </ScreenLink>
  )
}
