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
import { isWithWarehouse, orderKey, whyTooMany } from '../commands/work-order-queries.ts'

type WorkOrderActionsProps = {
  readonly list: WorkOrders
  /** The screen's main action, shown first and prominently. */
  readonly primary: OrderCommand
  readonly onAsk: (action: OrderCommand) => void
  /** Called once a release is sent. */
  readonly onReleased: () => void
}

/** Short labels; the number of orders is shown beside them. */
const OTHERS = { release: 'Release', suspend: 'Suspend…', cancel: 'Cancel orders…' } as const

/** Actions for the selected orders. Missing permissions are explained. */
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
              onSent={onReleased}
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
        <RateAgainButton orders={list.selection.orders.map(orderKey)} />
      ) : (
        <RateAllButton selection={list.selection} count={list.selectedCount} whyNot={tooMany} onSent={list.clear} />
      )}
      {list.only && <DuplicateButton order={list.only} />}
    </>
  )
}
