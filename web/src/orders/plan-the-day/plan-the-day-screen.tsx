import { Alert, Button, Loader } from '@mantine/core'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useStore } from '../../kit/browser/store.ts'
import { useToday } from '../../kit/browser/use-today.ts'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { MoveReceipt } from '../carrier-stops/move-receipt.tsx'
import { ordersText } from '../carrier-stops/stop-text.ts'
import { ClientPlans } from './client-plan.tsx'
import styles from './plan-the-day.module.css'
import { applyPlan, dayPlan, planResult, undoPlan } from './plan-queries.ts'
import { payersText, planTotals } from './plan-text.ts'

const TITLE = 'Plan the day'
const DAYS_AHEAD = 6
const MAX_DAYS = 14
const day = z.string().max(10).catch('')
const shape = z.object({ from: day, to: day })

/** Plan the day: which carrier takes each order that is not yet picked, and what a place with a carrier is worth. */
export function PlanTheDayScreen() {
  const [search, change] = useScreenSearch(shape)
  const client = useStore(session.store, (state) => state.client) ?? ''
  const today = useToday()
  const from = search.from || today
  const to = search.to || addDays(isDay(from) ? from : today, DAYS_AHEAD)
  const dates = { from, to }
  const areDatesRight = isDay(from) && isDay(to) && from <= to && to < addDays(from, MAX_DAYS)
  const { data, error, isFetching, refetch } = useQuery({ ...dayPlan(client, dates), enabled: areDatesRight })
  const mayNot = useEditDisabledReason('carrierRoutingControl.carrierCapacitySetUp')
  const [isApplying, setIsApplying] = useState(false)
  const totals = data && planTotals(data)
  const whyNot = mayNot ?? (totals?.moved === 0 ? 'No order would move.' : undefined)
  return (
    <ListPage
      title={TITLE}
      counted={totals && (totals.moved > 0 ? `${ordersText(totals.moved)} would move` : 'Nothing to gain')}
      action={
        <>
          <DisabledReason reasons={[mayNot]} />
          <Button variant="default" onClick={() => void refetch()} loading={isFetching && data !== undefined}>
            Plan again
          </Button>
          <Button disabled={whyNot !== undefined || !totals || isFetching} onClick={() => setIsApplying(true)}>
            Apply plan…
          </Button>
        </>
      }
      filters={
        <>
          <DayField label="From" value={from} onChange={(value) => change({ from: value })} data-filter />
          <DayField label="To" value={to} onChange={(value) => change({ to: value })} />
        </>
      }
    >
      <MoveReceipt store={planResult} undo={undoPlan} />
      <div className={styles.body}>
        {!areDatesRight && <p role="alert">Enter dates of at most {MAX_DAYS} days, the first one first.</p>}
        {error && (
          <Alert color="bad" variant="light" role="alert" title="The dates can’t be planned">
            <p>{messageOf(error)}</p>
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {areDatesRight && !error && !data && <Loader size="sm" m="md" role="status" aria-label="Planning the orders" />}
        {!error && data?.clients.length === 0 && (
          <p className={styles.empty}>No new or released order has one of these despatch dates.</p>
        )}
        {!error && data && <ClientPlans plans={data.clients} mayEdit={mayNot === undefined} />}
      </div>
      <ConfirmDialog
        opened={isApplying}
        title="Apply this plan?"
        confirmLabel={`Move ${ordersText(totals?.moved ?? 0)}`}
        whyNot={whyNot}
        onConfirm={async () => data && applyPlan(client, dates, data.fingerprint)}
        onClose={() => setIsApplying(false)}
      >
        <p>
          {ordersText(totals?.moved ?? 0)} get another carrier
          {totals && totals.placed > 0 && `, ${ordersText(totals.placed)} of them had none`}. Saved:{' '}
          {totals && payersText(totals.saved)}.
        </p>
        <p>
          If orders, costs or places have changed since the plan was shown, nothing moves. You can undo it for 15
          minutes.
        </p>
      </ConfirmDialog>
    </ListPage>
  )
}
