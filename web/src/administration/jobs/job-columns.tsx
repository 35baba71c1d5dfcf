import { Button } from '@mantine/core'
import type { RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import { createContext, useContext } from 'react'
import { serverNow } from '../../kit/browser/clock.ts'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { durationText, isUnderWay, JOB_STATES, lastRunText } from './job-text.ts'

/** The Run button of a row. */
export const RunJob = createContext<(row: RecurringJobDto) => void>(() => undefined)

function RunButton({ row }: { readonly row: RecurringJobDto }) {
  const run = useContext(RunJob)
  const reason = useEditDisabledReason('setUpAndControl.jobs')
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={isUnderWay(row) || reason !== undefined}
      title={reason}
      aria-label={`Run ${row.title} now`}
      onClick={() => run(row)}
    >
      Run now…
    </Button>
  )
}

const column = columnsOf<RecurringJobDto>()

export const JOB_COLUMNS: Columns<RecurringJobDto> = column.columns([
  column.accessor('title', { header: 'Job', size: 220 }),
  column.accessor(({ state }) => JOB_STATES[state].word, {
    id: 'state',
    header: 'Status',
    size: 112,
    cell: ({ row: { original }, getValue }) => (
      <Status meaning={JOB_STATES[original.state].meaning}>{getValue()}</Status>
    ),
  }),
  column.accessor(({ seconds }) => (seconds === null ? '' : durationText(seconds)), {
    id: 'seconds',
    header: 'Duration',
    size: 96,
    meta: { align: 'right' },
  }),
  column.accessor((row) => lastRunText(row, serverNow()), { id: 'beganAt', header: 'Last run', size: 200 }),
  column.accessor('schedule', { header: 'Schedule', size: 156 }),
  column.accessor(({ lastFailure }) => lastFailure?.message ?? '', {
    id: 'lastFailure',
    header: 'Last failure',
    size: 300,
    cell: ({ row: { original } }) => {
      const { lastFailure } = original
      if (!lastFailure) return null
      return (
        <>
          <MomentText at={lastFailure.at} /> {lastFailure.message}
        </>
      )
    },
  }),
  column.display({
    id: 'run',
    header: 'Run',
    size: 108,
    cell: ({ row: { original } }) => <RunButton row={original} />,
  }),
])
