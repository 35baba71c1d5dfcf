import { Button, SegmentedControl } from '@mantine/core'
import type { ImportVerdict } from '@despatch/contract/administration/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { useMemo, useState } from 'react'
import { Status } from '../../kit/list/columns/cells.tsx'
import { saveFile } from '../../kit/list/export/save-file.ts'
import { FileRows } from '../../kit/list/file-rows.tsx'
import fileStyles from '../../kit/form/file.module.css'
import styles from './add-multiple-users.module.css'
import type { Imported } from './add-multiple-users-calls.ts'
import { resultFile } from './add-multiple-users-files.ts'

type ImportVerdictsProps = {
  readonly answer: Imported
  readonly fileName: string
  /** Whether the good rows have been added. */
  readonly isAdded: boolean
}

type Shown = 'all' | ImportVerdict['verdict']

/** The results of all rows: counted, filtered, and as a file. */
export function ImportVerdicts({ answer, fileName, isAdded }: ImportVerdictsProps) {
  const [shown, setShown] = useState<Shown>(answer.refused > 0 ? 'refused' : 'all')
  const rows = useMemo(
    () => answer.rows.filter(({ verdict }) => shown === 'all' || verdict === shown),
    [answer.rows, shown],
  )
  const good = isAdded ? 'Added' : 'Good'
  return (
    <>
      <div className={fileStyles.actions}>
        <SegmentedControl
          size="xs"
          aria-label="Rows shown"
          value={shown}
          onChange={(next) => setShown(next as Shown)}
          data={[
            { value: 'all', label: `All (${formatCount(answer.read)})` },
            { value: 'good', label: `${good} (${formatCount(answer.read - answer.refused)})` },
            { value: 'refused', label: `Rejected (${formatCount(answer.refused)})` },
          ]}
        />
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            saveFile(
              resultFile(answer.rows, good.toLowerCase()),
              `${fileName.replace(/\.[^.]*$/, '')}-${isAdded ? 'result' : 'check'}.csv`,
            )
          }
        >
          Download result
        </Button>
      </div>
      <FileRows
        key={shown}
        label="Rows of the file"
        titles={[['Result', styles.narrow], ['Username', styles.narrow], ['Issue']]}
        rows={rows}
      >
        {(row) => <VerdictCells row={row} good={good} />}
      </FileRows>
      {rows.length === 0 && <p className={fileStyles.remark}>No row is {shown === 'refused' ? 'rejected' : 'good'}.</p>}
    </>
  )
}

function VerdictCells({ row, good }: { row: ImportVerdict; good: string }) {
  return (
    <>
      <td>
        <Status meaning={row.verdict === 'good' ? 'good' : 'bad'}>{row.verdict === 'good' ? good : 'Rejected'}</Status>
      </td>
      <td>
        <span className={styles.username} title={row.username}>
          {row.username}
        </span>
      </td>
      <td>
        {row.reasons.length > 0 && (
          <ul className={styles.reasons}>
            {row.reasons.map(({ column, reason, value }) => (
              <li key={`${column} ${reason}`}>
                {column && <span className={fileStyles.value}>{column}</span>} {reason}
                {value && <span className={fileStyles.remark}> (it is “{value}”)</span>}
              </li>
            ))}
          </ul>
        )}
      </td>
    </>
  )
}
