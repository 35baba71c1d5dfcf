import type { OffCarrier, StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
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
      <p>Orders go back if that saves at least £0.20 and 3% of their cost, and nobody has changed them since.</p>
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
