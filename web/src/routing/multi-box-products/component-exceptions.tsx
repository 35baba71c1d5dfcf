import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ExportRows } from '../../kit/list/export/export-rows.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { componentExceptionsNow } from './multi-box-queries.ts'
import { EXCEPTION_COLUMNS } from './product-columns.ts'
import { flagText } from './multi-box-values.ts'
import styles from './multi-box.module.css'

/** Users search above instead of reading more rows than this. */
const MAX_SHOWN = 500

/** Lists the boxes of saved exceptions. Specification 3, 'component exception SKUs'. */
export function ComponentExceptions() {
  const { data: rows, error, refetch } = useQuery(componentExceptionsNow)
  return (
    <section aria-label="Component exceptions" className={styles.section}>
      <div className={styles.tools}>
        <h2>Component exceptions</h2>
        <ExportRows table="component-exceptions" title="Component exceptions" columns={EXCEPTION_COLUMNS} rows={rows} />
      </div>
      {error && !rows && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {rows?.length === 0 && <p className={styles.remark}>No exceptions. All multi-box products follow the default.</p>}
      {rows && rows.length > 0 && (
        <div className={styles.scroller}>
          <table className={styles.table} aria-label="Component exceptions">
            <thead>
              <tr>
                <th scope="col">Box</th>
                <th scope="col">Description</th>
                <th scope="col">Of the product</th>
                <th scope="col" className={styles.figure}>
                  Boxes
                </th>
                <th scope="col">Ships with</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MAX_SHOWN).map((row) => (
                <tr key={`${row.product} ${row.Code}`}>
                  <td className="reference">{row.Code}</td>
                  <td>{row.Item_Description}</td>
                  <td className="reference">{row.product}</td>
                  <td className={styles.figure}>{row.quantity}</td>
                  <td>{flagText(row.Same_Component_Carrier)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows && rows.length > MAX_SHOWN && (
        <p className={styles.remark}>
          The first {formatCount(MAX_SHOWN)} of {formatCount(rows.length)}.
        </p>
      )}
    </section>
  )
}
