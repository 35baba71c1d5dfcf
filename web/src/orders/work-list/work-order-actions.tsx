import { Button } from '@mantine/core'
import { MAX_RATED } from '@despatch/contract/routing/allocation/rate-again'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { actKey } from '../../kit/keys/act-keys.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { COMMAND_TEXTS, ordersText } from '../commands/command-text.ts'
import { MarkButtons } from '../tags-and-notes/mark-buttons.tsx'
import { RateAgainButton } from '../../routing/allocation/rate-again.tsx'
import { DuplicateButton } from '../duplicate-button.tsx'
import { ACT_KEYS, AmendButton } from '../commands/order-actions.tsx'
import { RateAllButton } from '../commands/rate-all.tsx'
import { ReleaseButton } from '../commands/release-button.tsx'
import { useShowsActions, useChangeDisabledReason, useReleaseDisabledReason } from '../use-order-rights.ts'
import type { WorkOrders } from './use-work-orders.ts'
import { isWithWarehouse, nameOf, whyTooMany } from '../commands/work-order-queries.ts'

type WorkOrderActionsProps = {
  readonly list: WorkOrders
  /** The action that the screen is for: it stands first, and stands out. */
  readonly primary: OrderCommand
  readonly onAsk: (action: OrderCommand) => void
  /** They are being released. */
  readonly onReleased: () => void
}

/** What the other actions are called: how many it is for is said beside them. */
const OTHERS = { release: 'Release', suspend: 'Suspend…', cancel: 'Cancel the orders…' } as const

/** What can be done with the orders that are selected. What one may not do says why. */
export function WorkOrderActions({ list, primary, onAsk, onReleased }: WorkOrderActionsProps) {
  const { changes } = useShowsActions()
  const whyNotRelease = useReleaseDisabledReason()
  const whyNotChange = useChangeDisabledReason()
  const tooMany = whyTooMany(list.selection)
  const isOver = isWithWarehouse(list.search)
  const actions: readonly OrderCommand[] = isOver
    ? []
    : changes
      ? [primary, ...(['release', 'suspend', 'cancel'] as const).filter((action) => action !== primary)]
      : ['release']
  return (
    <>
      <DisabledReason reasons={[whyNotRelease ?? (changes ? whyNotChange : undefined), tooMany]} />
      {actions.map((action) => {
        const variant = action === primary ? 'filled' : 'default'
        const counted = `${COMMAND_TEXTS[action].verb} ${ordersText(list.selectedCount)}`
        if (action === 'release')
          return (
            <ReleaseButton
              key={action}
              {...{ variant }}
              size="xs"
              label={action === primary ? counted : OTHERS[action]}
              selection={list.selection}
              count={list.selectedCount}
              isDisabled={whyNotRelease !== undefined || tooMany !== undefined}
              onAsk={() => onAsk(action)}
              onGiven={onReleased}
            />
          )
        return (
          <Button
            key={action}
            {...{ variant }}
            size="xs"
            disabled={whyNotChange !== undefined || tooMany !== undefined}
            {...actKey(ACT_KEYS[action])}
            onClick={() => onAsk(action)}
          >
            {action === primary ? `${counted}…` : OTHERS[action]}
          </Button>
        )
      })}
      {changes && !isOver && list.only && <AmendButton order={list.only} whyNot={whyNotChange} />}
      <MarkButtons selection={list.selection} count={list.selectedCount} whyNot={whyNotRelease ?? tooMany} />
      {isOver ? null : 'orders' in list.selection && list.selection.orders.length <= MAX_RATED ? (
        <RateAgainButton orders={list.selection.orders.map(nameOf)} />
      ) : (
        <RateAllButton selection={list.selection} count={list.selectedCount} whyNot={tooMany} onGiven={list.clear} />
      )}
      {list.only && <DuplicateButton order={list.only} />}
    </>
  )
}
