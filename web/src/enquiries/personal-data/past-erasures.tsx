import { Button } from '@mantine/core'
import { type ErasureDto, personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import { ALL_ERASURE_REASONS, ERASED_KINDS } from '@despatch/domain/enquiries/personal-data/person-records'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useExport } from '../../kit/exports/use-export.ts'
import fileStyles from '../../kit/form/file.module.css'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { call } from '../../kit/server/call.ts'
import styles from './personal-data.module.css'
import { ofMyExports, pastErasures } from './person-queries.ts'

const PAGE = 20
/** Limit of a call. */
const MAX_SHOWN = 1000
const TITLE = 'Erasure log'

/** Past erasures without personal data: who, when, for which request, how much. */
export function PastErasures() {
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch } = useQuery(pastErasures(limit))
  const { percent, make } = useExport()
  const rows = data?.erasures ?? []
  return (
    <section className={styles.past} aria-label={TITLE}>
      <h2>{TITLE}</h2>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data && rows.length === 0 && <p className={styles.remark}>No erasures yet.</p>}
      {rows.length > 0 && (
        <>
          <div className={fileStyles.scroll}>
            <table className={fileStyles.table} aria-label={TITLE}>
              <thead>
                <tr>
                  {['When', 'Request', 'Why', 'By', 'Client', 'What'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                  <th scope="col" className={fileStyles.number}>
                    Orders
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <ErasureRow key={`${row.clientCode} ${row.erasureId}`} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          <div className={fileStyles.actions}>
            {data?.hasMore && limit < MAX_SHOWN && (
              <Button variant="default" size="xs" onClick={() => setLimit(Math.min(limit * 4, MAX_SHOWN))}>
                Show more
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              loading={percent !== undefined}
              onClick={() =>
                void make({
                  create: (options) => call(personalData.exportErasures, {}, options),
                  ...ofMyExports(),
                  fileName: 'List of erasures.csv',
                  done: 'The erasure list is ready.',
                })
              }
            >
              Download list
            </Button>
            <span className={fileStyles.remark}>
              Store it apart from your backups. After a restore it is used to erase these orders again.
            </span>
          </div>
        </>
      )}
    </section>
  )
}

function ErasureRow({
  row: { erasedAt, requestReference, reason, erasedBy, clientCode, counts, orders },
}: {
  row: ErasureDto
}) {
  const others = counts.filter(({ kind }) => kind !== 'orders' && kind !== 'history')
  return (
    <tr>
      <td className={fileStyles.word}>
        <MomentText at={erasedAt} />
      </td>
      <td className={fileStyles.word}>{requestReference}</td>
      <td>{ALL_ERASURE_REASONS[reason]}</td>
      <td className={fileStyles.word}>{erasedBy}</td>
      <td className={fileStyles.word}>{clientCode}</td>
      <td>{others.map(({ kind, count }) => `${ERASED_KINDS[kind]}: ${formatCount(count)}`).join('; ')}</td>
      <td className={fileStyles.number}>{formatCount(orders)}</td>
    </tr>
  )
}
