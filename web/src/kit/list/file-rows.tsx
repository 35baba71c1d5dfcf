import { Button } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { type ReactNode, useState } from 'react'
import styles from '../form/file.module.css'

type FileRowsProps<Row> = {
  readonly label: string
  /** Titles of the columns after 'Line', with an optional class for their cells. */
  readonly titles: readonly (readonly [title: string, className?: string | undefined])[]
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactNode
}

const PAGE = 100

/**
 * Shows the rows of a file, a hundred more at a time. Set `key` to the filter, so that a new filter starts at the
 * top.
 */
export function FileRows<Row extends { readonly line: number }>({ label, titles, rows, children }: FileRowsProps<Row>) {
  const [shown, setShown] = useState(PAGE)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                Line
              </th>
              {titles.map(([title, className]) => (
                <th key={title} scope="col" className={className}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.line}>
                <td className={styles.number}>{formatCount(row.line)}</td>
                {children(row)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <div className={styles.actions}>
          <Button variant="default" size="xs" onClick={() => setShown(shown + PAGE)}>
            Show {formatCount(Math.min(PAGE, rows.length - shown))} more
          </Button>
          <span className={styles.remark}>
            {formatCount(shown)} of {formatCount(rows.length)} rows shown
          </span>
        </div>
      )}
    </>
  )
}
