import { Button } from '@mantine/core'
import type { FeedRunRow } from '@despatch/contract/feeds/runs/runs'
import { FEED_LEAVES, type Feed } from '@despatch/domain/feeds/feed-fields'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resultsAddress } from '../../enquiries/addresses.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import fileStyles from '../../kit/form/file.module.css'
import styles from '../feeds.module.css'
import { feedRuns } from './feed-run-queries.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'

const PAGE = 10
/** The server's limit. */
const MAX_RUNS = 1000
const ACT = 'orderManagement.orderSuspendAmendOrCancel'
const COUNTS = ['Rows', 'Imported', 'Unchanged', 'Rejected'] as const

type FeedRunsProps = {
  readonly feed: Feed
  /** Shows the files of all clients; they are undone on the screen of their client. */
  readonly isOfAll?: boolean
}

/** The latest files of a feed with sender, time, result and orders. */
export function FeedRuns({ feed, isOfAll = false }: FeedRunsProps) {
  const [limit, setLimit] = useState(PAGE)
  const [runToTakeBack, setRunToTakeBack] = useState<FeedRunRow>()
  const { data, error, refetch } = useQuery(feedRuns(feed, limit))
  if (error)
    return (
      <>
        <h2>Import history</h2>
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      </>
    )
  if (!data || data.runs.length === 0) return null
  return (
    <>
      <h2>Import history</h2>
      <div className={fileStyles.scroll}>
        <table className={fileStyles.table} aria-label="Import history">
          <thead>
            <tr>
              {[...(isOfAll ? ['Client'] : []), 'When', 'File', 'By', 'Details'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              {COUNTS.map((title) => (
                <th key={title} scope="col" className={fileStyles.number}>
                  {title}
                </th>
              ))}
              {feed === 'orders' && !isOfAll && <th scope="col">Orders</th>}
            </tr>
          </thead>
          <tbody>
            {data.runs.map((run) => (
              <RunRow key={run.run} run={run} isOfAll={isOfAll} onTakeBack={() => setRunToTakeBack(run)} />
            ))}
          </tbody>
        </table>
      </div>
      {data.hasMore && limit < MAX_RUNS && (
        <div className={fileStyles.actions}>
          <Button variant="default" size="xs" onClick={() => setLimit(Math.min(limit * 4, MAX_RUNS))}>
            Show more
          </Button>
        </div>
      )}
      <TakeBackDialog run={runToTakeBack} onClose={() => setRunToTakeBack(undefined)} />
    </>
  )
}

type RunRowProps = { run: FeedRunRow; isOfAll: boolean; onTakeBack: () => void }

function RunRow({ run, isOfAll, onTakeBack }: RunRowProps) {
  const { client, feed, startedAt, fileName, mapping, byName, counts, refusedByReason, hasOrders } = run
  const number = (count: number | undefined) => (count === undefined ? '' : formatCount(count))
  const reasons = Object.entries(refusedByReason).map(([reason, count]) => `${formatCount(count)}: ${reason}`)
  return (
    <tr>
      {isOfAll && (
        <td>
          <ScreenLink to={addressFor(client, entryOf(FEED_LEAVES[feed]).path)}>{client}</ScreenLink>
        </td>
      )}
      <td>
        <MomentText at={startedAt} />
      </td>
      <td className={fileStyles.value}>
        {fileName || 'No file name'}
        {mapping && <span className={fileStyles.remark}> by {mapping}</span>}
      </td>
      <td>{byName}</td>
      <td>
        <Outcome run={run} />
        <RefusedRows run={run} />
      </td>
      <td className={fileStyles.number}>{number(counts?.read)}</td>
      <td className={fileStyles.number}>{number(counts ? counts.created + counts.changed : undefined)}</td>
      <td className={fileStyles.number}>{number(counts?.unchanged)}</td>
      <td className={fileStyles.number} title={reasons.join('\n') || undefined}>
        {number(counts?.refused)}
      </td>
      {feed === 'orders' && !isOfAll && <td>{hasOrders && <Orders run={run} onTakeBack={onTakeBack} />}</td>}
    </tr>
  )
}

/** The first refused rows of a run. */
function RefusedRows({ run: { refusedRows, counts } }: { run: FeedRunRow }) {
  if (refusedRows.length === 0) return null
  const lines = new Set(refusedRows.map(({ line }) => line)).size
  const isAll = lines >= (counts?.refused ?? 0)
  return (
    <details className={fileStyles.details}>
      <summary>{isAll ? 'Rejected rows' : 'First rejected rows'}</summary>
      <ul>
        {refusedRows.map(({ line, column, reason }) => (
          <li key={`${line} ${column} ${reason}`}>
            Line {formatCount(line)}
            {column && `, ${column}`}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Orders({ run: { run, whyNotTakenBack }, onTakeBack }: { run: FeedRunRow; onTakeBack: () => void }) {
  const whyNot = useEditDisabledReason(ACT) ?? (whyNotTakenBack || undefined)
  return (
    <div className={styles.buttons}>
      <ScreenLink to={resultsAddress({ feedRun: run, cancelled: 'shown' })}>Show</ScreenLink>
      <Button variant="default" size="compact-xs" disabled={whyNot !== undefined} title={whyNot} onClick={onTakeBack}>
        Undo import…
      </Button>
    </div>
  )
}

function Outcome({ run: { endedAt, takenBack, problem, isBroken, counts } }: { run: FeedRunRow }) {
  if (takenBack)
    return (
      <Status meaning="neutral">
        Undone by {takenBack.byName}, <MomentText at={takenBack.at} />
      </Status>
    )
  if (!endedAt) return <Status meaning="attention">Importing</Status>
  if (problem) return <Status meaning="bad">{problem}</Status>
  if (isBroken) return <Status meaning="attention">Import stopped. Run it again to finish.</Status>
  if (counts && counts.refused > 0 && counts.refused === counts.read)
    return <Status meaning="bad">Nothing imported – every row was rejected</Status>
  return counts && counts.refused > 0 ? (
    <Status meaning="attention">Imported with errors</Status>
  ) : (
    <Status meaning="good">Imported</Status>
  )
}
