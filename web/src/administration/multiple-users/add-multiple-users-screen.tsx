import { Button } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { session } from '../../kit/session/session-store.ts'
import { saveFile } from '../../kit/list/export/save-file.ts'
import fileStyles from '../../kit/form/file.module.css'
import { COLUMN_NOTES, csvTemplate, xlsxTemplate } from './add-multiple-users-files.ts'
import { AddMultipleUsers } from './add-multiple-users.tsx'

/** Add Multiple Users: checks a file row by row, then adds all users, or those of accepted rows. */
export function AddMultipleUsersScreen() {
  const client = useStore(session.store, (state) => state.client)
  return (
    <section className={fileStyles.screen} aria-label="Add Multiple Users">
      <h1>Add Multiple Users</h1>
      <p className={fileStyles.lead}>
        Add users from a file. Active users are emailed a link to choose a password. Activate the others later.
      </p>
      <div className={fileStyles.actions}>
        <Button variant="default" size="xs" onClick={() => saveFile(csvTemplate(), 'users-template.csv')}>
          Template as CSV
        </Button>
        <Button variant="default" size="xs" onClick={() => void saveXlsx()}>
          Template as Excel (XLSX)
        </Button>
      </div>
      <details className={fileStyles.details}>
        <summary>Accepted values</summary>
        <table className={fileStyles.table} aria-label="Columns of the file">
          <ColumnHeads texts={['Column', 'Needed', 'Accepted values']} />
          <tbody>
            {COLUMN_NOTES.map(({ column, isNeeded, note }) => (
              <tr key={column}>
                <td className={fileStyles.value}>{column}</td>
                <td>{isNeeded ? 'Yes' : 'No'}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <AddMultipleUsers key={client} />
    </section>
  )
}

async function saveXlsx(): Promise<void> {
  try {
    saveFile(await xlsxTemplate(), 'users-template.xlsx')
  } catch (error) {
    notify.danger(messageOf(error))
  }
}
