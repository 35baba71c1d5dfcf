import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { judgeCarrierAgain } from '../accept-and-reject/judge-again.ts'
import styles from './causes.module.css'

type AgreedNoteProps = {
  readonly carrierCode: string
  readonly carrierName: string
  readonly chargeText: string
  readonly onDone: () => void
}

/** Explains what a new agreement applies to, and how to apply it to imported invoices. */
export function AgreedNote({ carrierCode, carrierName, chargeText, onDone }: AgreedNoteProps) {
  const judging = useMutation({ mutationFn: () => judgeCarrierAgain(carrierCode), onSettled: onDone })
  return (
    <Alert variant="light" color="good" mt="sm" role="status">
      <span className={styles.agreed}>
        <span>
          ‘{chargeText}’ of {carrierName} is agreed for new imports. Recalculate open invoices to apply it to them too.
        </span>
        <Button size="compact-sm" loading={judging.isPending} onClick={() => judging.mutate()}>
          Recalculate {carrierName}’s open invoices
        </Button>
      </span>
    </Alert>
  )
}
