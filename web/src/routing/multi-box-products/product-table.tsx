import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { ExportRows } from '../../kit/list/export/export-rows.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { boxesLabel, PRODUCT_COLUMNS } from './product-columns.ts'
import { flagText, type ShownRow } from './multi-box-values.ts'
import styles from './multi-box.module.css'

/** The number of rows at first, and with each 'Show more'. */
const SHOWN = 100

type ProductTableProps = {
  readonly rows: readonly ShownRow[]
  /** Makes a product an exception or not; undefined if read-only. */
  readonly onDepart?: (sku: string, departs: boolean) => void
  readonly onEdit?: (sku: string) => void
}

/** Lists multi-box products and exceptions, with their boxes and flags. */
export function ProductTable({ rows, onDepart, onEdit }: ProductTableProps) {
  const [search, setSearch] = useState('')
  const [areExceptions, setAreExceptions] = useState(false)
  const [most, setMost] = useState(SHOWN)
  const wanted = search.trim().toLowerCase()
  const found = rows.filter(
    ({ Code, Item_Description, isException, isChanged }) =>
      (!areExceptions || isException || isChanged) &&
      (Code.toLowerCase().includes(wanted) || Item_Description.toLowerCase().includes(wanted)),
  )
  if (rows.length === 0)
    return <p className={styles.remark}>No products in several boxes yet. Add the boxes of a SKU to list it here.</p>
  return (
    <section aria-label="Multi-box products" className={styles.section}>
      <div className={styles.tools}>
        <h2>
          {formatCount(rows.length)} {rows.length === 1 ? 'product' : 'products'},{' '}
          {formatCount(rows.filter(({ isException }) => isException).length)} differ from the default
        </h2>
        <TextInput
          size="xs"
          w={230}
          aria-label="Code or description of a product"
          placeholder="Code or description"
          data-filter
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter filters, and must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Checkbox
          size="xs"
          label="Exceptions only"
          checked={areExceptions}
          onChange={(event) => setAreExceptions(event.currentTarget.checked)}
        />
        <ExportRows table="multi-box-products" title="Multi box products" columns={PRODUCT_COLUMNS} rows={found} />
      </div>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label="Multi-box products">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Description</th>
              <th scope="col">Boxes</th>
              <th scope="col">Ship boxes with</th>
              <th scope="col">Exception</th>
              {onEdit && <th scope="col">Goods</th>}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, most).map((row) => (
              <tr key={row.Code} data-changed={row.isChanged || undefined}>
                <td>
                  <Reference text={row.Code} />
                </td>
                <td>{row.Item_Description}</td>
                <td>{boxesLabel(row)}</td>
                <td>
                  {flagText(row.Same_Component_Carrier)}
                  {row.isChanged && <span className={styles.remark}> (not saved yet)</span>}
                </td>
                <td>
                  {onDepart ? (
                    <Checkbox
                      size="xs"
                      aria-label={`${row.Code} differs from the default`}
                      checked={row.isException}
                      onChange={(event) => onDepart(row.Code, event.currentTarget.checked)}
                    />
                  ) : row.isException ? (
                    'Yes'
                  ) : (
                    'No'
                  )}
                </td>
                {onEdit && (
                  <td>
                    <Anchor
                      component="button"
                      type="button"
                      inherit
                      aria-label={`Measures and boxes of ${row.Code}`}
                      onClick={() => onEdit(row.Code)}
                    >
                      Measures and boxes…
                    </Anchor>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p className={styles.remark}>No product matches these filters.</p>}
      {found.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + SHOWN)}>
          Show more of {formatCount(found.length)}
        </Button>
      )}
    </section>
  )
}
