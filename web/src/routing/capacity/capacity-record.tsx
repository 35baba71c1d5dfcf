import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { CAPACITY, capacityTab } from './addresses.ts'
import { CapacityFacts } from './capacity-facts.tsx'
import { CapacityForm } from './capacity-form.tsx'
import { capacityRecord } from './capacity-queries.ts'

/** One carrier's capacities in a tab: a form, or read-only. */
export function CapacityRecord({ client, code }: { readonly client: string; readonly code: string }) {
  const router = useRouter()
  const { data: carrier, error, refetch } = useQuery(capacityRecord(client, code))
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierCapacitySetUp')
  if (!carrier) return <RecordLoading title={`Carrier ${code}`} error={error} onRetry={() => void refetch()} />
  if (whyNot) return <CapacityFacts carrier={carrier} whyNot={whyNot} />
  return <CapacityForm carrier={carrier} onCancel={() => void leaveRecord(router, capacityTab.tabId(code), CAPACITY)} />
}
