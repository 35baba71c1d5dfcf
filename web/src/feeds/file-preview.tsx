import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { fieldsOf, fieldTitle } from './feed-words.ts'
import type { FileHead } from './file-head.ts'
import styles from './feeds.module.css'

type Given = { feed: Feed; head: FileHead | undefined; mapping: ColumnMapping | undefined }

/** The columns of the chosen file, the field that each fills, and the first rows. */
export function FilePreview({ feed, head, mapping }: Given) {
  if (!head) return <p className={styles.remark}>The columns of this file cannot be shown.</p>
  const fieldOf = (column: string) =>
    fieldsOf(feed).fields.find(
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
                    <span className={styles.remark}>{field ? fieldTitle(feed, field) : 'not used'}</span>
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
