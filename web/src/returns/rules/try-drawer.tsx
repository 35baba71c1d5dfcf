import { Button, Drawer, Progress, Select } from '@mantine/core'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import type { DrawerProps } from './check-drawer.tsx'
import { isTrialRunning, itemsOfKind, returnsTrial } from './returns-queries.ts'
import styles from './returns.module.css'
import { TryResult } from './try-result.tsx'

const WEEKS = ['1', '4', '13', '26', '52', '104'].map((value) => ({
  value,
  label: value === '1' ? 'The last week' : `The last ${value} weeks`,
}))
const OVER = [
  { value: 'returns', label: 'Past returns' },
  { value: 'orders', label: 'Orders returnable today' },
]
const LEADS: Record<ReturnsTry['over'], string> = {
  returns: 'Compares past returns under the live rules and the draft.',
  orders: 'Compares recent orders, as if customers returned everything today.',
}

/**
 * A trial of the draft on past returns or on orders that could come back: which decisions change, and what that costs
 * or saves.
 */
export function TryDrawer({ opened, onClose }: DrawerProps) {
  const [weeks, setWeeks] = useState('4')
  const [over, setOver] = useState<ReturnsTry['over']>('returns')
  const [reason, setReason] = useState<string | null>(null)
  const [id, setId] = useState<string>()
  const start = useMutation({
    mutationFn: () =>
      call(returns.try, {
        body: { weeks: Number(weeks), over, ...(over === 'orders' && reason !== null && { reason }) },
      }),
    onSuccess: (begun) => setId(begun.id),
  })
  const { data, error } = useQuery({ ...returnsTrial(id ?? ''), enabled: id !== undefined && opened })
  const isBusy = start.isPending || (id !== undefined && !error && (!data || isTrialRunning(data)))
  const failed = start.error ?? error
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Try the draft">
      <p className={styles.lead}>{LEADS[over]} Nothing changes.</p>
      <div className={styles.pair}>
        <Select
          label="Try it on"
          allowDeselect={false}
          data={OVER}
          value={over}
          onChange={(value) => setOver(value === 'orders' ? 'orders' : 'returns')}
        />
        <Select
          label={over === 'returns' ? 'Returns of' : 'Orders of'}
          allowDeselect={false}
          data={WEEKS}
          value={weeks}
          onChange={(value) => setWeeks(value ?? '4')}
        />
        {over === 'orders' && <ReasonSelect value={reason} onChange={setReason} />}
      </div>
      <Button mt="sm" loading={isBusy} onClick={() => start.mutate()}>
        Try it
      </Button>
      {failed && <p role="alert">{messageOf(failed)}</p>}
      {!start.isPending && data && <Tried tried={data} />}
    </Drawer>
  )
}

function ReasonSelect({ value, onChange }: { value: string | null; onChange: (code: string | null) => void }) {
  const { data = [] } = useQuery(itemsOfKind('reason'))
  const choices = data.filter(({ active }) => active).map(({ code, title }) => ({ value: code, label: title }))
  return (
    <Select
      label="Reason"
      placeholder="First on the returns page"
      clearable
      data={choices}
      value={value}
      onChange={onChange}
    />
  )
}

function Tried({ tried }: { tried: ReturnsTry }) {
  if (isTrialRunning(tried)) return <Waiting tried={tried} />
  if (tried.status === 'Cancelled') return <p role="status">Cancelled. Nothing has changed.</p>
  if (!tried.result) return <p role="alert">{tried.error}</p>
  return <TryResult result={tried.result} over={tried.over} />
}

function Waiting({ tried: { id, done, total, percentComplete } }: { tried: ReturnsTry }) {
  const cancel = useMutation({
    mutationFn: () => call(returns.cancelTry, { params: { id } }),
    onSuccess: (cancelled) => queryClient.setQueryData(returnsTrial(id).queryKey, cancelled),
  })
  return (
    <div className={styles.waiting}>
      <Progress value={percentComplete} aria-label="Trial progress" />
      <p role="status">
        {total === 0 ? 'Starting soon.' : `${formatCount(done)} of ${formatCount(total)} lines tried.`}
      </p>
      <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
      {cancel.error && <p role="alert">{messageOf(cancel.error)}</p>}
    </div>
  )
}
