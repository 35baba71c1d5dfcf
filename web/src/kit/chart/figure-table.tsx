import { Anchor, Table } from '@mantine/core'
import styles from './chart.module.css'

/** The figures that a chart is drawn from, in its own words: a name a column, and a text a cell. */
export type Figures = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

type FigureTableProps = {
  readonly title: string
  readonly figures: Figures
  readonly height: number
  readonly onRow?: (index: number) => void
}

/** The figures of a chart, to read: they scroll within the place that the chart has. */
export function FigureTable({ title, figures: { columns, rows }, height, onRow }: FigureTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.figures} style={{ maxHeight: height }} tabIndex={0} role="group" aria-label={title}>
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            <Table.Tr key={cells.join(' ')}>
              {cells.map((text, index) => (
                <Table.Td key={columns[index]} className="number">
                  {index === 0 && onRow ? (
                    <Anchor component="button" inherit onClick={() => onRow(row)}>
                      {text}
                    </Anchor>
                  ) : (
                    text
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
