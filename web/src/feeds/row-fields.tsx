import { Button } from '@mantine/core'
import { ColumnHeads } from '../kit/list/columns/column-heads.tsx'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { saveFile } from '../kit/list/export/save-file.ts'
import fileStyles from '../kit/form/file.module.css'
import { FEED_TEXTS, titledFields, fieldTitle } from './feed-text.ts'

/** The fields of a feed's rows, and a file with only the column headings to download. */
export function RowFields({ feed }: { feed: Feed }) {
  const { fields, needed } = titledFields(feed)
  const { notes } = FEED_TEXTS[feed]
  return (
    <details className={fileStyles.details}>
      <summary>Fields in each row</summary>
      <div className={fileStyles.actions}>
        <Button variant="default" size="xs" onClick={() => saveFile(headingsFile(fields), `${feed}.csv`)}>
          Download a file with these columns
        </Button>
        <span className={fileStyles.remark}>Map columns that have other names. Others are ignored.</span>
      </div>
      <div className={fileStyles.scroll}>
        <table className={fileStyles.table} aria-label="Fields in each row">
          <ColumnHeads texts={['Column', 'Field', 'Needed', 'How']} />
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <td className={fileStyles.value}>{field}</td>
                <td>{fieldTitle(feed, field)}</td>
                <td>{needed.includes(field) ? 'Yes' : ''}</td>
                <td>{notes[field]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const headingsFile = (fields: readonly string[]) =>
  new Blob([`${fields.join(',')}\r\n`], { type: 'text/csv;charset=utf-8' })
