import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { ORDER_FEED_FIELDS, ORDER_FEED_TITLES } from '@despatch/domain/feeds/order-fields'
import type { FileHead } from './file-head.ts'
import styles from './feeds.module.css'

/** The columns of the chosen file, the field that each fills, and the first rows. */
export function FilePreview({ head, mapping }: { head: FileHead | undefined; mapping: ColumnMapping | undefined }) {
  if (!head) return <p className={styles.remark}>The columns of this file cannot be shown.</p>
  const fieldOf = (column: string) =>
    ORDER_FEED_FIELDS.find(
      (field) => (mapping ? mapping.columns[field] : field)?.toLowerCase() === column.toLowerCase(),
    )
  return (
    <>
      <h2>How the file begins</h2>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label="How the file begins">
          <thead>
            <tr>
              {head.columns.map((column, place) => {
                const field = fieldOf(column)
                return (
                  <th key={place} scope="col">
                    {column || '(no name)'}
                    <br />
                    <span className={styles.remark}>{field ? ORDER_FEED_TITLES[field] : 'not used'}</span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {head.rows.map((row, line) => (
              <tr key={line}>
                {head.columns.map((_column, place) => (
                  <td key={place}>{row[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
