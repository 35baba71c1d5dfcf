import { Button } from '@mantine/core'
import type { RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import { serverNow } from '../../kit/browser/clock.ts'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import styles from '../../kit/form/record.module.css'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { durationText, isUnderWay, JOB_STATES, lastRunText } from './job-text.ts'

type JobPeekProps = {
  readonly of: RecurringJobDto | undefined
  readonly onRun: (job: RecurringJobDto) => void
  readonly onClose: () => void
}

/** The side panel of a job: what it does, its last run, and its last failure in full. */
export function JobPeek({ of, onRun, onClose }: JobPeekProps) {
  const reason = useEditDisabledReason('setUpAndControl.jobs')
  return (
    <PeekDrawer of={of} title={({ title }) => title} onClose={onClose}>
      {(job) => (
        <>
          <p>{job.what}</p>
          <RecordFacts
            status={JOB_STATES[job.state]}
            facts={{
              Schedule: job.schedule,
              'Last run': lastRunText(job, serverNow()),
              Duration: job.seconds === null ? '–' : durationText(job.seconds),
            }}
          />
          <section className={styles.section}>
            <h2>Last failure</h2>
            {job.lastFailure ? (
              <>
                <p>
                  <MomentText at={job.lastFailure.at} />
                </p>
                <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{job.lastFailure.message}</p>
              </>
            ) : (
              <p>None.</p>
            )}
          </section>
          <Button
            mt="md"
            variant="default"
            data-autofocus
            disabled={isUnderWay(job) || reason !== undefined}
            title={reason}
            onClick={() => onRun(job)}
          >
            Run now…
          </Button>
        </>
      )}
    </PeekDrawer>
  )
}
