import type { LimitedMethod } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { BackLink } from '../../kit/record/back-link.tsx'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { limitsTab, PARCEL_LIMITS, serviceLimitsAddress } from './addresses.ts'
import { LimitsForm } from './limits-form.tsx'
import { limitsOfMethod } from './limit-queries.ts'
import { limitsBySlot, limitText } from './limit-values.ts'
import { MethodFacts } from './method-facts.tsx'
import styles from './parcel-limits.module.css'

const titleOf = (id: string) => `Parcel limits of ${id}`

/** One method's limits: a form, or read-only. */
export function LimitsRecord({ id }: { readonly id: string }) {
  const { data: method, error, refetch } = useQuery(limitsOfMethod(id))
  if (method) return <OpenLimits method={method} />
  const title = titleOf(id)
  if (method === undefined) return <RecordLoading title={title} error={error} onRetry={() => void refetch()} />
  return (
    <section className={recordStyles.screen} aria-label={title}>
      <h1>{title}</h1>
      <p>
        This client has no method {id}. It may have been ended.{' '}
        <ScreenLink to={PARCEL_LIMITS} underline="always">
          Choose another
        </ScreenLink>
      </p>
    </section>
  )
}

function OpenLimits({ method }: { readonly method: LimitedMethod }) {
  const router = useRouter()
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierParcelLimits')
  const { carrier, carrierService, methodId } = method
  const title = titleOf(methodId)
  const back = serviceLimitsAddress({ carrier, service: carrierService })
  const findings = <FindingsOf kinds={['parcel-limits']} of={methodId} />
  if (!whyNot)
    return (
      <LimitsForm
        title={title}
        method={method}
        onCancel={() => void leaveRecord(router, limitsTab.tabId(methodId), back)}
      >
        {findings}
      </LimitsForm>
    )
  const limits = limitsBySlot(method)
  return (
    <section className={recordStyles.screen} aria-label={title}>
      <BackLink paths={[PARCEL_LIMITS]} />
      <div className={styles.head}>
        <h1>{title}</h1>
        <BesideTitle />
      </div>
      <p role="note">{whyNot}</p>
      <MethodFacts method={method} />
      <RecordFacts
        facts={Object.fromEntries(LIMIT_TYPES.map((type) => [LIMIT_SLOTS[type].title, limitText(type, limits[type])]))}
      />
      {findings}
    </section>
  )
}
