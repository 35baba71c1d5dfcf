import { Text } from '@mantine/core'
import type { RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { JOB_COLUMNS, RunJob } from './job-columns.tsx'
import { JobPeek } from './job-peek.tsx'
import { jobList, runJob } from './job-queries.ts'

const TITLE = 'Jobs'
const rowId = ({ name }: RecurringJobDto) => name

/** Jobs: scheduled work of the portal, the result of each last run, and a button to run one now. */
export function JobsScreen() {
  const { data: rows, isPending, error, refetch } = useQuery(jobList)
  const [peeked, setPeeked] = useState<string>()
  const [running, setRunning] = useState<RecurringJobDto>()
  return (
    <RunJob value={setRunning}>
      <ListPage title={TITLE} counted={rows && `${rows.length} jobs`}>
        <DataTable
          name="jobs"
          label={TITLE}
          columns={JOB_COLUMNS}
          rows={rows}
          rowId={rowId}
          isLoading={isPending}
          error={rows ? undefined : error}
          onRetry={() => void refetch()}
          onOpen={({ name }) => setPeeked(name)}
          onPeek={({ name }) => setPeeked(name)}
          opensOnClick
          empty="No jobs."
        />
        <JobPeek
          of={rows?.find(({ name }) => name === peeked)}
          onRun={(job) => {
            setPeeked(undefined)
            setRunning(job)
          }}
          onClose={() => setPeeked(undefined)}
        />
        <ConfirmDialog
          opened={running !== undefined}
          title={running ? `Run ‘${running.title}’ now?` : ''}
          confirmLabel="Run now"
          onConfirm={async () => running && notify.success(await runJob(running.name))}
          onClose={() => setRunning(undefined)}
        >
          <Text size="sm">{running?.what}</Text>
        </ConfirmDialog>
      </ListPage>
    </RunJob>
  )
}
