import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { useReallocateDisabledReason } from '../../routing/allocation/allocate-again-button.tsx'
import { sendFromDialog } from './command-store.ts'
import { ordersText } from './command-text.ts'
import type { Selection } from './work-order-queries.ts'

type RateAllButtonProps = {
  readonly selection: Selection
  readonly count: number
  /** Reason the button is disabled. */
  readonly whyNot: string | undefined
  /** Called once the command is sent. */
  readonly onSent: () => void
}

/**
 * Rates the selected orders again, when there are too many to review one by one. Hidden without permission or sight of
 * costs.
 */
export function RateAllButton({ selection, count, whyNot, onSent }: RateAllButtonProps) {
  const seesRules = useSeesRuleBook()
  const whyNotAgain = useReallocateDisabledReason()
  const [isOpen, dialog] = useDisclosure()
  if (!seesRules || whyNotAgain !== undefined) return null
  const most = 'matching' in selection && { most: count }
  return (
    <>
      <Button size="xs" variant="default" disabled={whyNot !== undefined || count === 0} onClick={dialog.open}>
        Re-allocate…
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Re-allocate ${ordersText(count)}?`}
        confirmLabel={`Re-allocate ${ordersText(count)}`}
        onConfirm={() => sendFromDialog({ action: 'rate-again', selection, count, ...most })}
        onDone={onSent}
        onClose={dialog.close}
      >
        <p>
          Each order gets the best carrier and price under the current rules and remaining capacity. Suspended and
          overdue orders are left out.
        </p>
        <p>You get a receipt for each order, and can undo this for {UNDO_MINUTES} minutes.</p>
      </ConfirmDialog>
    </>
  )
}
