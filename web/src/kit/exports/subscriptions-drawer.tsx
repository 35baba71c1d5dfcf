import { Button, Drawer, Group, Loader, Text } from '@mantine/core'
import { subscriptions, type ReportSubscription } from '@despatch/contract/reports/subscriptions'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { periodText } from '@despatch/domain/reports/periods'
import { parseClock, RELATIVE_PERIODS, scheduleText } from '@despatch/domain/reports/subscription-times'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MomentText } from '../list/columns/cells.tsx'
import { ConfirmDialog } from '../list/confirm-dialog.tsx'
import { TableProblem } from '../list/table-states.tsx'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'
import { call } from '../server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../server/query-client.ts'
import styles from './exports.module.css'
import { SubscriptionForm } from './subscription-form.tsx'

const KEY = ['report-subscriptions']
/** All the user's clients, whichever is selected. */
const OF_ALL = { client: ALL_CLIENTS }
const MAKING_MS = 5000
const UNDER_WAY = ['Making', 'Waiting']
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

type SubscriptionsDrawerProps = { readonly opened: boolean; readonly onClose: () => void }

/** The reports by email, with their recipients and last sending, and a form to add or change one. */
export function SubscriptionsDrawer({ opened, onClose }: SubscriptionsDrawerProps) {
  const [form, setForm] = useState<'none' | 'new' | ReportSubscription>('none')
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Email reports">
      {form === 'none' ? (
        <SubscriptionList onForm={setForm} />
      ) : (
        <SubscriptionForm
          of={form === 'new' ? undefined : form}
          onDone={() => {
            setForm('none')
            void refresh()
          }}
        />
      )}
    </Drawer>
  )
}

type SubscriptionListProps = { readonly onForm: (form: 'new' | ReportSubscription) => void }

function SubscriptionList({ onForm }: SubscriptionListProps) {
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(subscriptions.list, {}, { ...OF_ALL, signal }),
    refetchInterval: ({ state }) =>
      state.data?.subscriptions.some(({ last }) => last && UNDER_WAY.includes(last.status))
        ? MAKING_MS
        : BACKGROUND_REFETCH_MS,
  })
  const reports = query.data?.subscriptions ?? []
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">Emails link to the file, which is kept for 24 hours in My exports.</Text>
        <Button onClick={() => onForm('new')}>New email report</Button>
      </Group>
      {query.isPending && <Loader size="sm" mt="md" aria-label="Loading" />}
      {query.error && <TableProblem error={query.error} onRetry={() => void query.refetch()} isInline />}
      {query.data && reports.length === 0 && <Text mt="md">No email reports yet.</Text>}
      <ul className={styles.subscriptions} aria-label="Email reports">
        {reports.map((report) => (
          <Subscription key={report.subscriptionId} of={report} onForm={onForm} />
        ))}
      </ul>
    </>
  )
}

type SubscriptionProps = SubscriptionListProps & { readonly of: ReportSubscription }

function Subscription({ of, onForm }: SubscriptionProps) {
  const { subscriptionId, title, clients, format, period, nextAt, endedWhy, last } = of
  const [isEnding, setIsEnding] = useState(false)
  const input = { body: { subscriptionId } }
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      notify.success(done)
    } catch (error) {
      notify.danger(messageOf(error))
    }
    await refresh()
  }
  return (
    <li className={styles.file}>
      <strong>{title}</strong>
      <span>
        {scheduleText({ weekday: of.weekday, atMinute: parseClock(of.at) })},{' '}
        {RELATIVE_PERIODS[period].title.toLowerCase()}, {format.toUpperCase()}, {clients.join(', ')}
      </span>
      <span>
        To {of.recipients.map(({ name, hasStopped }) => (hasStopped ? `${name} (stopped)` : name)).join(', ')}; set up
        by {of.owner}
      </span>
      {nextAt ? (
        <span className={styles.remark}>
          Next <MomentText at={nextAt} />
        </span>
      ) : (
        <span className={styles.remark}>Ended. {endedWhy}</span>
      )}
      {last && <LastSending last={last} />}
      <span className={styles.acts}>
        {last?.status === 'Failed' && of.mayChange && nextAt && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              void act(() => call(subscriptions.sendAgain, input, OF_ALL), `${title} is being sent again.`)
            }
          >
            Send again
          </Button>
        )}
        {last?.nextTryAt && of.mayChange && nextAt && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              void act(() => call(subscriptions.sendAgain, input, OF_ALL), 'Trying the mail server again.')
            }
          >
            Try now
          </Button>
        )}
        {of.mayChange && nextAt && (
          <Button size="compact-xs" variant="subtle" onClick={() => onForm(of)}>
            Change
          </Button>
        )}
        {of.isForMe && nextAt && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              void act(() => call(subscriptions.stop, input, OF_ALL), `You will no longer receive ${title} by email.`)
            }
          >
            Unsubscribe
          </Button>
        )}
        {of.mayChange && nextAt && (
          <Button size="compact-xs" variant="subtle" color="bad" onClick={() => setIsEnding(true)}>
            Delete…
          </Button>
        )}
      </span>
      <ConfirmDialog
        opened={isEnding}
        title={`Delete email report ${title}?`}
        confirmLabel="Delete report"
        isDangerous
        onConfirm={() => call(subscriptions.end, input, OF_ALL)}
        onDone={() => void refresh()}
        onClose={() => setIsEnding(false)}
      >
        <Text size="sm">All recipients stop receiving this report.</Text>
      </ConfirmDialog>
    </li>
  )
}

function LastSending({ last }: { readonly last: NonNullable<ReportSubscription['last']> }) {
  const { status, reason, leftOut, dueAt, nextTryAt } = last
  const text = { Making: 'being made', Waiting: 'waiting for the mail server since', Sent: 'sent', Failed: 'failed' }[
    status
  ]
  return (
    <span className={reason ? styles.failed : styles.remark}>
      {periodText(last)} {text} <MomentText at={dueAt} />
      {reason && `: ${reason}`}
      {nextTryAt && (
        <>
          {' '}
          Next try <MomentText at={nextTryAt} />, for up to a day.
        </>
      )}
      {leftOut.length > 0 && ` No access, so not sent to: ${leftOut.join(', ')}.`}
    </span>
  )
}
