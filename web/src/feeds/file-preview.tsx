import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { columnsByName, type Feed, neededFields } from '@despatch/domain/feeds/feed-fields'
import fileStyles from '../kit/form/file.module.css'
import { fieldsOf, fieldTitle } from './feed-text.ts'
import { type FileHead, lackingColumns } from './file-head.ts'

type Columns = Readonly<Partial<Record<string, string>>>

const columnOfField = (feed: Feed, head: FileHead, mapping: ColumnMapping | undefined): Columns =>
  mapping?.columns ?? columnsByName(feed, head.columns)

/** The columns that a file of a feed lacks, so that it would be refused as a whole. */
export function columnsLacking(feed: Feed, head: FileHead, mapping: ColumnMapping | undefined): string[] {
  const columns = columnOfField(feed, head, mapping)
  const needed = neededFields(feed, head.columns).map((field) => columns[field] ?? field)
  return lackingColumns(head, { needed, mapping })
}

type FilePreviewProps = {
  feed: Feed
  head: FileHead | undefined
  /** Why it cannot be shown, where that is known. */
  problem: string | undefined
  mapping: ColumnMapping | undefined
}

/** The columns of the chosen file, the field that each fills, and the first rows. */
export function FilePreview({ feed, head, problem, mapping }: FilePreviewProps) {
  if (problem !== undefined)
    return (
      <p className={fileStyles.problem} role="alert">
        {problem}
      </p>
    )
  if (!head)
    return (
      <p className={fileStyles.remark}>
        The columns of this file cannot be shown: it may not be a CSV or NDJSON file. Send it to see what is wrong.
      </p>
    )
  const columns = columnOfField(feed, head, mapping)
  const lacking = columnsLacking(feed, head, mapping)
  const fieldOf = (column: string) =>
    fieldsOf(feed).fields.find((field) => columns[field]?.toLowerCase() === column.toLowerCase())
  return (
    <>
      <h2>How the file begins</h2>
      {lacking.length > 0 && (
        <p className={fileStyles.problem} role="alert">
          The file lacks the {lacking.length === 1 ? 'column' : 'columns'} {lacking.join(', ')}
          {mapping
            ? ' that the mapping names: edit the mapping, or choose another.'
            : ': name its columns so, or make a mapping.'}
        </p>
      )}
      <div className={fileStyles.scroll}>
        <table className={fileStyles.table} aria-label="How the file begins">
          <thead>
            <tr>
              {head.columns.map((column, place) => {
                const field = fieldOf(column)
                return (
                  <th key={place} scope="col">
                    {column || '(no name)'}
                    <br />
                    <span className={fileStyles.remark}>{field ? fieldTitle(feed, field) : 'not used'}</span>
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
