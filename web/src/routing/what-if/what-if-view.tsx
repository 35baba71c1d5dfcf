import { Alert, Button, Progress } from '@mantine/core'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { isUnderWay, whatIfOf } from './what-if-queries.ts'
import { WhatIfResult } from './what-if-result.tsx'
import styles from './what-if.module.css'

type WhatIfViewProps = {
  readonly id: string
  /** Whether the form has changed since. */
  readonly isEarlier: boolean
  /** Called after cancelling, when the button has gone. */
  readonly onCancelled: () => void
  readonly onClose: () => void
}

/** Shows a what-if's progress or result. */
export function WhatIfView({ id, isEarlier, onCancelled, onClose }: WhatIfViewProps) {
  const { data, error } = useQuery(whatIfOf(id))
  if (!data)
    return error ? (
      <Notice color="bad" onClose={onClose}>
        {messageOf(error)}
      </Notice>
    ) : null
  if (isUnderWay(data)) return <Waiting whatIf={data} onCancelled={onCancelled} />
  if (data.status === 'Cancelled')
    return (
      <Notice color="neutral" onClose={onClose}>
        Cancelled. Nothing has been changed.
      </Notice>
    )
  if (data.status === 'Failed' || !data.summary)
    return (
      <Notice color="bad" onClose={onClose}>
        {data.error}
      </Notice>
    )
  return (
    <div className={styles.result} role="group" aria-label="Result of the trial">
      {isEarlier && (
        <Alert color="attention" variant="light" role="status">
          The form has changed. Try again for the current result.
        </Alert>
      )}
      <WhatIfResult whatIf={data} summary={data.summary} onClose={onClose} />
    </div>
  )
}

function Notice({ color, children, onClose }: { color: string; children: string; onClose: () => void }) {
  return (
    <Alert color={color} variant="light" withCloseButton closeButtonLabel="Close" onClose={onClose} role="status">
      {children}
    </Alert>
  )
}

/** Shows the progress in consignments, with a button to cancel. */
function Waiting({ whatIf, onCancelled }: { readonly whatIf: WhatIf } & Pick<WhatIfViewProps, 'onCancelled'>) {
  const { id, done, total, status, percentComplete } = whatIf
  const [isCancelling, setIsCancelling] = useState(false)
  async function cancel() {
    setIsCancelling(true)
    try {
      queryClient.setQueryData(whatIfOf(id).queryKey, await call(allocation.cancelWhatIf, { params: { id } }))
      onCancelled()
    } catch (error) {
      notify.danger(messageOf(error))
      setIsCancelling(false)
    }
  }
  return (
    <div className={styles.progress}>
      <Progress value={percentComplete} aria-label="Trial progress" />
      <span className={styles.remark} role="status">
        {status === 'NotStarted' || total === 0
          ? 'Starting soon.'
          : `${formatCount(done)} of ${formatCount(total)} consignments tried.`}{' '}
        You can leave this form. The test continues and the result appears here.
      </span>
      <Button variant="default" size="compact-sm" loading={isCancelling} onClick={() => void cancel()}>
        Cancel
      </Button>
    </div>
  )
}
