import { dayOf } from '@despatch/domain/calendar/day'
import { watchKeys } from './administration/api-keys/watch-keys.ts'
import { refreshClaimable } from './claims/judging/watch-claims.ts'
import { settleClaims } from './claims/preparation/settle-claims.ts'
import { removeExpired } from './cleanup.ts'
import { factSets } from './fact-sets.ts'
import { proveFigures } from './figures/prove.ts'
import { normaliseTrackingNumbers } from './deliveries/parcels/normalise-tracking-numbers.ts'
import { compareDecidedRows } from './invoices/comparisons/compare-decided.ts'
import type { RecurringJob } from './jobs/recurring.ts'
import { fillAllMissingLacks } from './orders/order-lacks.ts'
import { sendSubscriptions } from './reports/subscriptions/subscription-job.ts'
import { expireReturns } from './returns/portal/expire-returns.ts'
import { endReservations } from './stock/reservations/end-reservations.ts'
import { countSkuActivity } from './stock/sku-file-report/sku-activity.ts'

const IMMEDIATELY = 0
/** Seconds, so that it does not run while the portal starts. */
const ONCE_STARTED = 20

/** Every recurring job, in order of title. Work that recurs within seconds is a loop in main.ts. */
export const RECURRING_JOBS: readonly RecurringJob[] = [
  {
    name: 'prove-figures',
    title: 'Check figures and balances',
    what: 'Compares figures of reports (the last five weeks and one older month), stock balances and counts of open work with the records. It corrects whatever differs, and then fails so that somebody looks.',
    schedule: 'Every night at 03:10 (London time)',
    cron: '10 3 * * *',
    run: ({ database }) => proveFigures(database, { today: dayOf(new Date()), balances: factSets }),
  },
  {
    name: 'watch-keys',
    title: 'Check owners of API keys',
    what: 'Suspends API keys whose owner has left or lost a permission, and emails the people who can take them over.',
    schedule: 'Every hour',
    cron: '5 * * * *',
    startsAfter: IMMEDIATELY,
    run: ({ database, services }) => watchKeys(database, { now: new Date(), services }),
  },
  {
    name: 'compare-decided',
    title: 'Compare decided invoice rows',
    what: 'Compares decided rows of carriers’ invoices with the cost expected now, each invoice once a day.',
    schedule: 'Every 10 minutes',
    cron: '2/10 * * * *',
    run: ({ database, log }) => compareDecidedRows(database, log),
  },
  {
    name: 'count-sku-activity',
    title: 'Count SKU activity',
    what: 'Counts how many orders of the last four weeks each SKU was in, for the SKU File Report.',
    schedule: 'Every 15 minutes',
    cron: '*/15 * * * *',
    startsAfter: ONCE_STARTED,
    run: ({ database }) => countSkuActivity(database),
  },
  {
    name: 'remove-expired',
    title: 'Delete expired data',
    what: 'Deletes sessions, links, files, photos, notices and receipts whose time has passed, and shoppers’ details that are due.',
    schedule: 'Every hour',
    cron: '35 * * * *',
    run: ({ database }) => removeExpired(database, new Date()),
  },
  {
    name: 'end-reservations',
    title: 'End stock reservations',
    what: 'Ends stock reservations whose last day has passed, and frees the stock that is left.',
    schedule: 'Every minute',
    cron: '* * * * *',
    run: ({ database }) => endReservations(database, new Date()),
  },
  {
    name: 'expire-returns',
    title: 'Expire returns',
    what: 'Ends announced returns whose items were never sent.',
    schedule: 'Every 10 minutes',
    cron: '7/10 * * * *',
    run: ({ database }) => expireReturns(database, new Date()),
  },
  {
    name: 'find-claims',
    title: 'Find claims',
    what: 'Finds parcels to claim for, with their deadlines, and matches carriers’ credits with claims.',
    schedule: 'Every minute',
    cron: '* * * * *',
    startsAfter: IMMEDIATELY,
    async run({ database, signal }) {
      const isStopped = () => signal.aborted
      await refreshClaimable(database, { isStopped })
      if (!isStopped()) await settleClaims(database)
    },
  },
  {
    name: 'work-out-lacks',
    title: 'Find incomplete orders',
    what: 'Works out what is missing from orders that were saved before Despatch checked it.',
    schedule: 'Every 5 minutes',
    cron: '*/5 * * * *',
    startsAfter: IMMEDIATELY,
    run: ({ database }) => fillAllMissingLacks(database),
  },
  {
    name: 'send-reports',
    title: 'Send reports by email',
    what: 'Makes the report files that are due, and emails links to them.',
    schedule: 'Every minute',
    cron: '* * * * *',
    run: ({ database, services }) => sendSubscriptions(database, services),
  },
  {
    name: 'normalise-tracking-numbers',
    title: 'Standardise tracking numbers',
    what: 'Brings tracking numbers that an earlier version saved into the form that searches use.',
    schedule: 'Every hour',
    cron: '20 * * * *',
    startsAfter: IMMEDIATELY,
    run: ({ database, log }) => normaliseTrackingNumbers({ database, log }),
  },
]
