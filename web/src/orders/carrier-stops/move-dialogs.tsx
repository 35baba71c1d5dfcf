import type { OffCarrier, StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { LEAST_SAVING } from '@despatch/domain/routing/carrier-stops/bring-back'
import { costText } from '@despatch/domain/routing/allocation/units'
import { formatPrice } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { PlanView } from './plan-view.tsx'
import { backPreview, bringBack, moveOrders, movePreview } from './stop-queries.ts'
import { ordersText } from './stop-text.ts'

type MoveDialogProps = { readonly of: OffCarrier | undefined; readonly onClose: () => void }

/** Moves the orders of a carrier that is off already. */
export function MoveDialog({ of, onClose }: MoveDialogProps) {
  const preview = useQuery({ ...movePreview(of?.carrier ?? ''), enabled: of !== undefined })
  return (
    <ConfirmDialog
      opened={of !== undefined}
      title={`Move the orders of ${of?.carrierName ?? ''}`}
      confirmLabel={`Move ${ordersText(of?.orders ?? 0)}`}
      size={760}
      whyNot={preview.data || preview.error ? undefined : 'Planning the moves…'}
      onConfirm={async () => of && moveOrders(of.carrier)}
      onClose={onClose}
    >
      <PlanView plan={preview.data} problem={preview.error ? messageOf(preview.error) : undefined} />
    </ConfirmDialog>
  )
}

type BringBackDialogProps = { readonly stop: StoredStop | undefined; readonly onClose: () => void }

/** Brings back the orders that an ended stop moved, where that saves enough. */
export function BringBackDialog({ stop, onClose }: BringBackDialogProps) {
  const { data, error } = useQuery({ ...backPreview(stop?.stopId ?? ''), enabled: stop !== undefined })
  const count = data?.clients.reduce((sum, { orders }) => sum + orders, 0) ?? 0
  return (
    <ConfirmDialog
      opened={stop !== undefined}
      title={`Bring orders back to ${stop?.carrierName ?? ''}`}
      confirmLabel={`Bring back ${ordersText(count)}`}
      whyNot={
        error ? messageOf(error) : !data ? 'Checking orders…' : count === 0 ? 'No order would save enough.' : undefined
      }
      onConfirm={async () => stop && bringBack(stop.stopId)}
      onClose={onClose}
    >
      <p>
        An order that is not yet being picked goes back if that saves at least {costText(LEAST_SAVING.amount)} in its
        client’s currency and {LEAST_SAVING.share * 100}% of its cost.
      </p>
      {data && count > 0 && (
        <ul>
          {data.clients.map(({ client, currency, orders, saved }) => (
            <li key={client}>
              <strong>{client}</strong>: {ordersText(orders)}, saves {formatPrice(saved, currency)}
            </li>
          ))}
        </ul>
      )}
      {data && data.stay > 0 && <p>{ordersText(data.stay)} stay with their present carrier.</p>}
    </ConfirmDialog>
  )
}
