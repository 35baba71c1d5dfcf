import { Table, Tooltip } from '@mantine/core'
import styles from './heat-table.module.css'
import { moveByArrows } from './move-by-arrows.ts'
import { StepLegend } from './step-legend.tsx'
import { stepColours, stepOf } from './steps.ts'

export type HeatCell = {
  /** What decides the shade; null if it says too little to be shaded. */
  readonly value: number | null
  readonly text: string
  /** The tooltip: how many cases there are. */
  readonly detail?: string
  /** Something is missing here: the cell has a dashed edge. `detail` says what. */
  readonly hasHole?: boolean
}

type HeatTableProps = {
  readonly label: string
  /** Heading of the names. */
  readonly noun: string
  readonly columns: readonly string[]
  /** A cell may be missing. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (HeatCell | undefined)[] }[]
  /** What a missing cell means, for screen readers. */
  readonly missing: string
  /** A figure in words, for the legend beneath; without it there is none. */
  readonly textOf?: (value: number) => string
  /** What else the legend explains. */
  readonly also?: string | undefined
  readonly onOpen: (row: number, column: number) => void
}

/** A table of two properties whose cells are darker the higher their figure. A cell is a button; a missing one a hole. */
export function HeatTable({ label, noun, columns, rows, missing, textOf, also, onOpen }: HeatTableProps) {
  const values = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.value ?? []))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls has to be reached by keyboard, and the arrow keys move between its buttons */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={label} onKeyDown={moveByArrows}>
        <Table aria-label={label} className={styles.table} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{noun}</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} className={styles.column}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, cells }, row) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" className={styles.name}>
                  {name}
                </Table.Th>
                {columns.map((column, at) => {
                  const cell = cells[at]
                  return (
                    <Table.Td key={column} className={styles.cell}>
                      {cell ? (
                        <Tooltip
                          label={cell.detail}
                          disabled={cell.detail === undefined}
                          openDelay={150}
                          events={{ hover: true, focus: true, touch: true }}
                        >
                          <button
                            type="button"
                            className={styles.value}
                            style={cell.value === null ? undefined : stepColours(stepOf(cell.value, low, high))}
                            data-hole={cell.hasHole || undefined}
                            aria-label={`${name}, ${column}: ${cell.detail ?? cell.text}`}
                            onClick={() => onOpen(row, at)}
                          >
                            {cell.text}
                          </button>
                        </Tooltip>
                      ) : (
                        <span className={styles.hole} role="img" aria-label={missing} title={missing} />
                      )}
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {textOf && values.length > 0 && <StepLegend low={textOf(low)} high={textOf(high)} also={also} />}
    </>
  )
}
