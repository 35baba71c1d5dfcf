import { createOrder, type CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import { orders } from '@despatch/contract/orders/orders'
import type { DaysOff } from '@despatch/domain/calendar/day'
import type { ClientParams } from '@despatch/domain/administration/clients/client-params'
import { ORDER_FIELD_NAMES } from '@despatch/domain/orders/order-fields'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { waitForPendingFields, hasPendingFields } from '../../kit/ui/pending-fields.ts'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useEffect, useRef, useState } from 'react'
import { sendCommand } from '../commands/command-store.ts'
import { useShowsActions, useReleaseDisabledReason } from '../use-order-rights.ts'
import { CancelledOrder } from '../amend/cancelled-order.tsx'
import { issuedReference } from './issued-reference.ts'
import type { CreatedOrder } from './order-created.tsx'
import { BLANK_ORDER, clearLineValues, dropBlankLines } from './order-draft.ts'
import { OrderFields } from './order-fields.tsx'
import { OrderLines } from './order-lines.tsx'
import { ReferenceField } from './reference-field.tsx'

const LABELS = { orderNo: 'reference', ...ORDER_FIELD_NAMES }

/** The order to copy, and the initial values. */
export type OrderCopy = { readonly orderNumber: string; readonly values: CreateOrderInput }

type CreateOrderFormProps = {
  readonly client: string
  readonly copied?: OrderCopy | undefined
  readonly currency: string
  /** Client flags: several lines, and typed line values. */
  readonly params: ClientParams
  /** From the client's calendar. */
  readonly daysOff: DaysOff
  /** Focus the first field. */
  readonly isFocused: boolean
  /** Focus the first field without a default value. */
  readonly isBegun?: boolean
  readonly onCreated: (order: CreatedOrder) => void
}

export function CreateOrderForm(props: CreateOrderFormProps) {
  const { client, copied, currency, params, daysOff, isFocused, isBegun = false, onCreated } = props
  const copyOf = copied ? `${client} ${copied.orderNumber}` : ''
  // A reference issued before a reload is not a change by the user.
  const [initialValues] = useState(() => ({
    ...(copied?.values ?? BLANK_ORDER),
    orderNo: issuedReference.read(copyOf),
  }))
  const releases = useRef(false)
  const release = useReleaseOffered()
  const [cancelled, setCancelled] = useState<typeof BLANK_ORDER>()
  const state = useContractForm({
    schema: createOrder,
    initialValues,
    draftKey: copied ? `copy-order-${client}-${copied.orderNumber}` : 'create-order',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      // The user may select another client before the answer arrives.
      const sentFor = issuedReference.keyNow(copyOf)
      const { message, orderNumber, routing } = await call(orders.create, { body }, { idempotencyKey, client })
      issuedReference.forget(sentFor)
      void routingChanged()
      // The release reports the creation too; a second notification would cover the title.
      if (!releases.current) notify.success(message)
      const releasedBy = releases.current ? await releaseCreated(orderNumber, client) : undefined
      onCreated({ orderNumber, routing, releasedBy })
    },
  })
  const { form, prefill } = state
  // Only once, so that typing is not interrupted.
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isBegun || hasBegun.current) return
    hasBegun.current = true
    form.getInputNode<HTMLInputElement, 'customerFirstName'>('customerFirstName')?.focus()
  }, [form, isBegun])

  async function submit(isReleased = false) {
    releases.current = isReleased
    if (hasPendingFields()) await waitForPendingFields()
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
    <FormShell
      isWide
      title={copied ? `Duplicate ${copied.orderNumber}` : 'Create New Order'}
      state={{ ...state, submit, cancel }}
      saveLabel="Create order"
      {...(release.isShown && {
        otherSave: { label: 'Create and release', whyNot: release.whyNot, onSave: () => void submit(true) },
      })}
    >
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
          <ReferenceField
            isFocused={isFocused}
            form={form}
            client={client}
            copyOf={copyOf}
            prefill={(orderNo) => prefill('orderNo', orderNo)}
          />
        }
        lines={<OrderLines form={form} currency={currency} params={params} client={client} />}
      />
    </FormShell>
  )
}

/** Whether immediate release is offered, and why it is disabled. */
function useReleaseOffered() {
  const { releases: isShown } = useShowsActions()
  const whyNot = useReleaseDisabledReason()
  return { isShown, whyNot }
}

/** Releases the new order with a command of its own, and returns the command's id. */
async function releaseCreated(orderNumber: string, clientCode: string): Promise<string> {
  const selection = { orders: [{ clientCode, orderNumber }] }
  const { commandId, ended } = sendCommand({ action: 'release', selection, count: 1 }, { client: clientCode })
  // The order exists in any case; the command shows why it was not released.
  await ended.catch(() => undefined)
  return commandId
}
