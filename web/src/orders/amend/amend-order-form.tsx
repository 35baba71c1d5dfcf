import { MAX_ITEMS } from '@despatch/contract/orders/create/create-order'
import { type Order, order as orderShape } from '@despatch/contract/orders/order'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { orders } from '@despatch/contract/orders/orders'
import type { DaysOff } from '@despatch/domain/calendar/day'
import type { ClientParams } from '@despatch/domain/administration/clients/client-params'
import { formatCount } from '@despatch/domain/money/money'
import { ORDER_FIELD_NAMES } from '@despatch/domain/orders/order-fields'
import { useState } from 'react'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { AmendPreview } from './amend-preview.tsx'
import { allItems, type OrderToAmend } from './amend-queries.ts'
import {
  amendFormShape,
  toRequestBody,
  mergeOrders,
  unitValuesBySku,
  describeValues,
  defaultDay,
  toFormValues,
} from './amend-values.ts'
import { changeText } from '../commands/command-text.ts'
import { trackAmendment } from '../commands/command-store.ts'
import { waitForPendingFields, hasPendingFields } from '../../kit/ui/pending-fields.ts'
import { clearLineValues, dropBlankLines, type OrderForm } from '../create/order-draft.ts'
import { OrderFields } from '../create/order-fields.tsx'
import { OrderLines } from '../create/order-lines.tsx'
import { OrderState } from '../order-state.tsx'
import { serverNow } from '../../kit/browser/clock.ts'

type AmendOrderFormProps = OrderToAmend & {
  readonly params: ClientParams
  /** From the client's calendar. */
  readonly daysOff: DaysOff
  readonly onSaved: (saved: { routing: OrderRouting; commandId: string }) => void
  readonly onClose: () => void
}

export function AmendOrderForm({ order, items, params, daysOff, onSaved, onClose }: AmendOrderFormProps) {
  const { orderNumber, clientCode, currencyCode } = order
  const [initialValues] = useState(() => toFormValues(order, items))
  const [changed, setChanged] = useState<Order>()
  // After a version conflict, the order as the other user saved it.
  const now = changed && changed.version > order.version ? changed : order
  const [schema] = useState(() => amendFormShape(order))
  const state = useContractForm({
    schema,
    initialValues,
    draftKey: `amend-order-${clientCode}-${orderNumber}`,
    labels: ORDER_FIELD_NAMES,
    async onSubmit(values, idempotencyKey) {
      const body = toRequestBody(values, conflict.base)
      const answer = await call(orders.amend, { body }, { idempotencyKey, client: clientCode }).catch(conflict.show)
      notify.success(answer.message)
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      trackAmendment(answer.commandId, order)
      onSaved(answer)
    },
    onCancel: onClose,
  })
  const conflict = useVersionConflict({
    noun: 'order',
    state,
    initialValues,
    async fetchNow({ present }) {
      const theirs = orderShape.safeParse(present).data
      if (!theirs) return undefined
      const lines = await allItems(theirs)
      setChanged(theirs)
      return toFormValues(theirs, lines)
    },
    done: ({ present }, since) => changesSince(orderShape.safeParse(present).data, since),
    shown: describeValues(currencyCode),
    merged: mergeOrders,
  })
  // The shared fields have the same shapes in both forms, and the order's fields name no others.
  const form = state.form as unknown as OrderForm
  const hasLines = order.itemCount <= MAX_ITEMS

  async function submit() {
    if (hasPendingFields()) await waitForPendingFields()
    if (hasLines) {
      dropBlankLines(form)
      if (!params.orderLineValue) clearLineValues(form)
    }
    await state.submit()
  }

  return (
    <FormShell
      isWide
      title={`Amend ${orderNumber}`}
      state={{ ...state, submit }}
      saveLabel="Save"
      beside={
        <>
          <OrderState order={now} />
          <OrderAnchor order={order} />
        </>
      }
    >
      {conflict.panel}
      <OrderFields
        form={form}
        daysOff={daysOff}
        defaultDay={defaultDay(now, serverNow(), daysOff)}
        lines={
          hasLines ? (
            <OrderLines
              form={form}
              currency={currencyCode}
              params={params}
              ownPrices={unitValuesBySku(conflict.base)}
              client={clientCode}
              orderNumber={orderNumber}
            />
          ) : (
            <p>
              The {formatCount(order.itemCount)} lines of this order were imported and can’t be amended here (at most{' '}
              {MAX_ITEMS}). You can amend everything else.
            </p>
          )
        }
      >
        <AmendPreview
          form={form}
          version={state.form.useWatchValue('version')}
          base={conflict.base}
          clientCode={clientCode}
          currency={currencyCode}
        />
      </OrderFields>
    </FormShell>
  )
}

/** Changes since a version, newest first: 'Suspended by bea a minute ago (Fraud check)'. */
function changesSince(order: Order | undefined, since: number): string[] {
  const changes = order?.history.filter(({ version }) => version > since) ?? []
  return changes.map((one) => changeText(one, serverNow()))
}

function OrderAnchor({ order: { orderNumber, clientCode } }: Pick<AmendOrderFormProps, 'order'>) {
  return <ScreenLink to={orderAddress({ orderNumber, client: clientCode })}>The order now</ScreenLink>
}
