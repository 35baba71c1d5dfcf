import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { columnsByName, type Feed, neededFields } from '@despatch/domain/feeds/feed-fields'
import fileStyles from '../kit/form/file.module.css'
import { titledFields, fieldTitle } from './feed-text.ts'
import { type FileHead, findMissingColumns } from './file-head.ts'

type Columns = Readonly<Partial<Record<string, string>>>

const columnOfField = (feed: Feed, head: FileHead, mapping: ColumnMapping | undefined): Columns =>
  mapping?.columns ?? columnsByName(feed, head.columns)

/** The missing columns for which a file would be refused. */
export function findMissingFeedColumns(feed: Feed, head: FileHead, mapping: ColumnMapping | undefined): string[] {
  const columns = columnOfField(feed, head, mapping)
  const needed = neededFields(feed, head.columns).map((field) => columns[field] ?? field)
  return findMissingColumns(head, { needed, mapping })
}

type FilePreviewProps = {
  feed: Feed
  head: FileHead | undefined
  /** Why it cannot be shown, if known. */
  problem: string | undefined
  mapping: ColumnMapping | undefined
}

/** The columns of the chosen file with the field that each fills, and its first rows. */
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
        The columns of this file can’t be shown. It may not be a CSV or NDJSON file. Check it to see what is wrong.
      </p>
    )
  const columns = columnOfField(feed, head, mapping)
  const missing = findMissingFeedColumns(feed, head, mapping)
  const fieldOf = (column: string) =>
    titledFields(feed).fields.find((field) => columns[field]?.toLowerCase() === column.toLowerCase())
  return (
    <>
      <h2>First rows of the file</h2>
      {missing.length > 0 && (
        <p className={fileStyles.problem} role="alert">
          The file lacks the {missing.length === 1 ? 'column' : 'columns'} {missing.join(', ')}
          {mapping
            ? ' in the mapping. Edit the mapping, or choose another.'
            : '. Rename its columns, or create a mapping.'}
        </p>
      )}
      <div className={fileStyles.scroll}>
        <table className={fileStyles.table} aria-label="First rows of the file">
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
