import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { useSeesRules } from '../../kit/session/use-sees.ts'
import { useAgainDisabledReason } from '../../routing/allocation/allocate-again-button.tsx'
import { giveFromDialog } from './command-store.ts'
import { ordersText } from './command-text.ts'
import type { Selection } from './work-order-queries.ts'

type RateAllButtonProps = {
  readonly selection: Selection
  readonly count: number
  /** Why it cannot be used as things stand, in words. */
  readonly whyNot: string | undefined
  /** The orders are being rated. */
  readonly onGiven: () => void
}

/** Rates as many orders again as are selected: they are too many to be looked at one by one. Nothing for who may not, or does not see prices. */
export function RateAllButton({ selection, count, whyNot, onGiven }: RateAllButtonProps) {
  const seesRules = useSeesRules()
  const whyNotAgain = useAgainDisabledReason()
  const [isOpen, dialog] = useDisclosure()
  if (!seesRules || whyNotAgain !== undefined) return null
  const most = 'matching' in selection && { most: count }
  return (
    <>
      <Button size="xs" variant="default" disabled={whyNot !== undefined || count === 0} onClick={dialog.open}>
        Rate again…
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Rate ${ordersText(count)} again?`}
        confirmLabel={`Rate ${ordersText(count)} again`}
        keepLabel="Keep carriers"
        onConfirm={() => giveFromDialog({ action: 'rate-again', selection, count, ...most })}
        onDone={onGiven}
        onClose={dialog.close}
      >
        <p>
          Each order goes with the carrier and price that the rules choose now, one after the other, as far as capacity
          goes. Orders that would go as before keep their carrier. Suspended orders and orders past their despatch day
          are refused.
        </p>
        <p>You get a receipt for each order, and can undo this for {UNDO_MINUTES} minutes.</p>
      </ConfirmDialog>
    </>
  )
}
