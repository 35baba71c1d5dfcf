import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { activeDatesText, carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { BackLink } from '../../kit/record/back-link.tsx'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import formStyles from '../../kit/form/form.module.css'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ACTIVE_DATES, activeDatesTab } from './addresses.ts'
import { CarrierForm } from './carrier-form.tsx'
import { carrierRecord } from './carrier-queries.ts'
import { datesTitle } from './carrier-values.ts'
import { YearCalendar } from './year-calendar.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

/** One carrier's active dates in a tab: a form, or read-only. */
export function CarrierRecord({ client, code }: { readonly client: string; readonly code: string }) {
  const router = useRouter()
  const { data: carrier, error, refetch } = useQuery(carrierRecord(client, code))
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierActiveDates')
  if (!carrier) return <RecordLoading title={`Carrier ${code}`} error={error} onRetry={() => void refetch()} />
  if (whyNot) return <CarrierFacts carrier={carrier} whyNot={whyNot} />
  return (
    <CarrierForm
      carrier={carrier}
      onCancel={() => void leaveRecord(router, activeDatesTab.tabId(code), ACTIVE_DATES)}
    />
  )
}

function CarrierFacts({ carrier, whyNot }: { readonly carrier: CarrierStatus; readonly whyNot: string }) {
  const title = datesTitle(carrier)
  const { activeDates, methods } = carrier
  const state = carrierState(carrier, operatorToday())
  return (
    <section className={formStyles.body} data-wide aria-label={title}>
      <BackLink paths={[ACTIVE_DATES]} />
      <div className={formStyles.titleRow}>
        <h1>{title}</h1>
        <BesideTitle />
      </div>
      <p role="note">{whyNot}</p>
      <FindingsOf kinds={['carrier']} of={carrier.carrier} />
      <RecordFacts
        status={{ meaning: state === 'Active' ? 'good' : 'neutral', word: state }}
        facts={{
          'Active dates': activeDatesText(activeDates),
          Methods: formatCount(methods),
        }}
      />
      <div className={recordStyles.section}>
        <YearCalendar label="Calendar of the active dates" ranges={activeDates} />
      </div>
    </section>
  )
}
