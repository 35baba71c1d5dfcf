import { columnsOf } from '@despatch/domain/invoices/reading/read-plan'
import { placeOf, placesOf } from '@despatch/domain/invoices/column-mapping/columns'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { formatCount } from '@despatch/domain/money/money'
import { type FileRow, type LayoutDraft, meaningOf, namesOf } from './layout-draft.ts'
import styles from './studio.module.css'

type FilePaneProps = {
  readonly rows: readonly FileRow[]
  readonly draft: LayoutDraft
  /** The layout of the draft: it may read columns that the studio does not show. */
  readonly layout: Layout
  /** Lines that the present mapping would refuse. */
  readonly refusals: readonly { readonly line: number; readonly column: string; readonly reason: string }[]
}

/** The rows of the file, with what each column is read as above it. */
export function FilePane({ rows, draft, layout, refusals }: FilePaneProps) {
  const names = namesOf(rows, draft.headerRow)
  const places = placesOf(names)
  const isReadAt = new Set(columnsOf(layout).map((column) => placeOf(column, places)))
  const refused = Map.groupBy(refusals, ({ line }) => line)
  return (
    <section className={styles.pane} aria-label="The file">
      <h2>The file</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Rows of the file">
        <table className={styles.rows} aria-label="Rows of the file">
          <thead>
            <tr>
              <th scope="col">Line</th>
              {names.map((name, place) => {
                const meaning = meaningOf(place, draft)
                return (
                  <th key={place} scope="col" data-read={meaning !== '' || undefined}>
                    <span>{name || `Column ${place + 1}`}</span>
                    <span className={styles.meaning}>
                      {meaning || (isReadAt.has(place) ? 'same as the known layout' : 'not read')}
                    </span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }, index) => {
              const why = refused.get(line)
              return (
                <tr
                  key={line}
                  data-refused={why ? true : undefined}
                  data-head={draft.headerRow !== null && index <= draft.headerRow ? true : undefined}
                  title={why?.map(({ column, reason }) => [column, reason].filter(Boolean).join(': ')).join('; ')}
                >
                  <th scope="row">{formatCount(line)}</th>
                  {names.map((_name, place) => (
                    <td key={place} data-read={meaningOf(place, draft) !== '' || undefined}>
                      {cells[place]}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {refusals.length > 0 && (
        <ul className={styles.refusals} aria-label="Rows with errors">
          {refusals.slice(0, 5).map(({ line, column, reason }) => (
            <li key={`${line} ${column} ${reason}`}>
              Line {formatCount(line)}
              {column && `, ${column}`}: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
