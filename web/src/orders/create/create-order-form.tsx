import { createOrder, type CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import { orders } from '@despatch/contract/orders/orders'
import type { DaysOff } from '@despatch/domain/calendar/day'
import type { ClientParams } from '@despatch/domain/administration/clients/client-params'
import { ORDER_FIELD_NAMES } from '@despatch/domain/orders/order-fields'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { fieldsSettled, isSettling } from '../../kit/ui/settling.ts'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useEffect, useRef, useState } from 'react'
import { giveCommand } from '../commands/command-store.ts'
import { useShowsActions, useReleaseDisabledReason } from '../use-order-rights.ts'
import { CancelledOrder } from '../amend/cancelled-order.tsx'
import { givenReference } from './given-reference.ts'
import type { CreatedOrder } from './order-created.tsx'
import { BLANK_ORDER, clearLineValues, dropBlankLines } from './order-draft.ts'
import { OrderFields } from './order-fields.tsx'
import { OrderLines } from './order-lines.tsx'
import { ReferenceField } from './reference-field.tsx'

const LABELS = { orderNo: 'reference', ...ORDER_FIELD_NAMES }

/** The order that is copied, and what the form begins with. */
export type CopyOf = { readonly orderNumber: string; readonly values: CreateOrderInput }

type CreateOrderFormProps = {
  /** Whose order it is. */
  readonly client: string
  readonly copied?: CopyOf | undefined
  readonly currency: string
  /** The client's flags: whether there may be more than one line, and whether a line's value may be typed. */
  readonly params: ClientParams
  /** By the client's calendar. */
  readonly daysOff: DaysOff
  /** Puts the focus into the first field. */
  readonly isFocused: boolean
  /** Puts it into the first field that nobody fills in but the user. */
  readonly isBegun?: boolean
  readonly onCreated: (order: CreatedOrder) => void
}

/** The order as it is typed, until it is created or cancelled. */
export function CreateOrderForm(props: CreateOrderFormProps) {
  const { client, copied, currency, params, daysOff, isFocused, isBegun = false, onCreated } = props
  const copyOf = copied ? `${client} ${copied.orderNumber}` : ''
  // The reference that the server gave before a reload is no change of the user's.
  const [initialValues] = useState(() => ({ ...(copied?.values ?? BLANK_ORDER), orderNo: givenReference.read(copyOf) }))
  const releases = useRef(false)
  const release = useReleaseOffered()
  const [cancelled, setCancelled] = useState<typeof BLANK_ORDER>()
  const state = useContractForm({
    schema: createOrder,
    initialValues,
    draftKey: copied ? `copy-order-${client}-${copied.orderNumber}` : 'create-order',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      // Another client may be chosen before the answer comes.
      const sentFor = givenReference.keyNow(copyOf)
      const { message, orderNumber, routing } = await call(orders.create, { body }, { idempotencyKey, client })
      givenReference.forget(sentFor)
      void routingChanged()
      // What became of the release says that it was created, too: two notices would lie over the title.
      if (!releases.current) notify.success(message)
      const releasedBy = releases.current ? await releaseCreated(orderNumber, client) : undefined
      onCreated({ orderNumber, routing, releasedBy })
    },
  })
  const { form, prefill } = state
  // Once: what is typed after that stays where it is typed.
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isBegun || hasBegun.current) return
    hasBegun.current = true
    form.getInputNode<HTMLInputElement, 'customerFirstName'>('customerFirstName')?.focus()
  }, [form, isBegun])

  async function submit(isReleased = false) {
    releases.current = isReleased
    if (isSettling()) await fieldsSettled()
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

/** Whether it is offered to release what is created at once, and why one may not. */
function useReleaseOffered() {
  const { releases: isShown } = useShowsActions()
  const whyNot = useReleaseDisabledReason()
  return { isShown, whyNot }
}

/** Releases the order that was just created, as a command of its own; what became of it is told of its id. */
async function releaseCreated(orderNumber: string, clientCode: string): Promise<string> {
  const selection = { orders: [{ clientCode, orderNumber }] }
  const { commandId, ended } = giveCommand({ action: 'release', selection, count: 1 }, { client: clientCode })
  // The order is there all the same: why it was not released stands with the command.
  await ended.catch(() => undefined)
  return commandId
}
