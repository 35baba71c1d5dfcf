import { Anchor, Table } from '@mantine/core'
import styles from './chart.module.css'

/** The figures of a chart as texts: column names, and rows of cells. */
export type Figures = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

type FigureTableProps = {
  readonly title: string
  readonly figures: Figures
  readonly height: number
  readonly onRow?: (index: number) => void
}

/** A table of a low chart is higher: heading and some rows. */
const MIN_HEIGHT = 240

/**
 * Whether a text is a figure, which is right-aligned: '1,284', '£4.20', '92.0%', '+3', '–'. Weeks and names are not.
 */
const isFigure = (text: string) => /^[-+−–£€$]*[\d.,]*\s?%?$/.test(text)

/** The figures of a chart as a table, which scrolls within the height of the chart. */
export function FigureTable({ title, figures: { columns, rows }, height, onRow }: FigureTableProps) {
  const alignments = columns.map((_, index) =>
    index > 0 && rows.every((cells) => isFigure(cells[index] ?? '')) ? 'number' : undefined,
  )
  const maxHeight = Math.max(height, MIN_HEIGHT)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.figures} style={{ maxHeight }} tabIndex={0} role="group" aria-label={title}>
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, index) => (
              <Table.Th key={name} className={alignments[index]}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            <Table.Tr key={cells.join(' ')}>
              {cells.map((text, index) => (
                <Table.Td key={columns[index]} className={alignments[index]}>
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
