import { createOrder } from '@despatch/contract/orders/create/create-order'
import { orders } from '@despatch/contract/orders/orders'
import type { DaysOff } from '@despatch/domain/calendar/day'
import type { ClientParams } from '@despatch/domain/administration/clients/client-params'
import { ORDER_FIELD_NAMES } from '@despatch/domain/orders/order-fields'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useState } from 'react'
import { CancelledOrder } from '../amend/cancelled-order.tsx'
import { givenReference } from './given-reference.ts'
import type { CreatedOrder } from './order-created.tsx'
import { BLANK_ORDER, clearLineValues, dropBlankLines } from './order-draft.ts'
import { OrderFields } from './order-fields.tsx'
import { OrderLines } from './order-lines.tsx'
import { ReferenceField } from './reference-field.tsx'

const LABELS = { orderNo: 'reference', ...ORDER_FIELD_NAMES }

type CreateOrderFormProps = {
  readonly currency: string
  /** The client's flags: whether there may be more than one line, and whether a line's value may be typed. */
  readonly params: ClientParams
  /** By the client's calendar. */
  readonly daysOff: DaysOff
  /** Puts the focus into the first field. */
  readonly isFocused: boolean
  readonly onCreated: (order: CreatedOrder) => void
}

/** The order as it is typed, until it is created or cancelled. */
export function CreateOrderForm({ currency, params, daysOff, isFocused, onCreated }: CreateOrderFormProps) {
  // The reference that the server gave before a reload is no change of the user's.
  const [initialValues] = useState(() => ({ ...BLANK_ORDER, orderNo: givenReference.read() }))
  const [cancelled, setCancelled] = useState<typeof BLANK_ORDER>()
  const state = useContractForm({
    schema: createOrder,
    initialValues,
    draftKey: 'create-order',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      const { message, orderNumber, routing } = await call(orders.create, { body }, { idempotencyKey })
      givenReference.keep('')
      notify.success(message)
      onCreated({ orderNumber, routing })
    },
  })
  const { form, prefill } = state

  async function submit() {
    dropBlankLines(form)
    if (!params.orderLineValue) clearLineValues(form)
    await state.submit()
  }
  function cancel() {
    const values = state.changed.length > 0 ? structuredClone(form.getValues()) : undefined
    state.cancel()
    setCancelled(values)
    focusReference()
  }
  const focusReference = () =>
    requestAnimationFrame(() => form.getInputNode<HTMLInputElement, 'orderNo'>('orderNo')?.focus())

  return (
    <FormShell title="Create New Order" state={{ ...state, submit, cancel }} saveLabel="Create order">
      {cancelled && state.changed.length === 0 && (
        <CancelledOrder
          onUndo={() => {
            form.setValues(cancelled)
            setCancelled(undefined)
            focusReference()
          }}
        />
      )}
      <OrderFields
        form={form}
        daysOff={daysOff}
        reference={
          <ReferenceField isFocused={isFocused} form={form} prefill={(orderNo) => prefill('orderNo', orderNo)} />
        }
        lines={<OrderLines form={form} currency={currency} params={params} />}
      />
    </FormShell>
  )
}
