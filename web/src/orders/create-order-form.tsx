import { TextInput } from '@mantine/core'
import { createOrder } from '@despatch/contract/orders/create-order'
import { orders } from '@despatch/contract/orders/orders'
import type { ClientParams } from '@despatch/domain/clients/client-params'
import { call } from '../app/api/call.ts'
import { notify } from '../feedback/notify.ts'
import { FormShell } from '../form/form-shell.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { type KeyboardEvent, useState } from 'react'
import { AddressFields } from './address-fields.tsx'
import { CancelledOrder } from './cancelled-order.tsx'
import styles from './create-order.module.css'
import { DispatchFields } from './dispatch-fields.tsx'
import { givenReference } from './given-reference.ts'
import { OptionalLabel } from '../form/optional-label.tsx'
import type { CreatedOrder } from './order-created.tsx'
import { BLANK_ORDER, isBlankLine } from './order-draft.ts'
import { OrderLines } from './order-lines.tsx'
import { ReferenceField } from './reference-field.tsx'

const LABELS = {
  orderNo: 'reference',
  customerFirstName: 'first name',
  customerLastName: 'last name',
  email: 'email',
  phone: 'phone',
  country: 'country',
  addressLine1: 'address',
  postCode: 'postcode',
  items: 'lines',
  dispatchService: 'service',
  date: 'day',
} as const

type Given = {
  readonly currency: string
  /** The client's flags: whether there may be more than one line, and whether a line's value may be typed. */
  readonly params: ClientParams
  /** Puts the focus into the first field. */
  readonly isFocused: boolean
  readonly onCreated: (order: CreatedOrder) => void
}

/** The order as it is typed, until it is created or cancelled. */
export function CreateOrderForm({ currency, params, isFocused, onCreated }: Given) {
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

  /** A last line that nothing was typed into is not part of the order. */
  async function submit() {
    const { items } = form.getValues()
    for (let last = items.length - 1; last > 0 && items.slice(last).every(isBlankLine); last -= 1)
      form.removeListItem('items', last)
    if (!params.orderLineValue)
      // A draft may hold a value that was typed while one still might.
      for (const index of form.getValues().items.keys()) form.setFieldValue(`items.${index}.totalValue`, '')
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
      <div className={styles.fields} role="presentation" onKeyDown={keepEnter}>
        <div className={styles.columns}>
          <div className={styles.section} role="group" aria-labelledby="order-heading">
            <h2 id="order-heading" className={styles.heading}>
              Order
            </h2>
            <ReferenceField isFocused={isFocused} form={form} prefill={(orderNo) => prefill('orderNo', orderNo)} />
            <DispatchFields form={form} />
          </div>
          <div className={styles.section} role="group" aria-labelledby="customer-heading">
            <h2 id="customer-heading" className={styles.heading}>
              Customer
            </h2>
            <div className={styles.pair}>
              <TextInput
                key={form.key('customerFirstName')}
                {...form.getInputProps('customerFirstName')}
                label="First name"
                autoComplete="off"
              />
              <TextInput
                key={form.key('customerLastName')}
                {...form.getInputProps('customerLastName')}
                label="Last name"
                autoComplete="off"
              />
            </div>
            <div className={styles.pair}>
              <TextInput
                key={form.key('email')}
                {...form.getInputProps('email')}
                label="Email"
                autoComplete="off"
                inputMode="email"
              />
              <TextInput
                key={form.key('phone')}
                {...form.getInputProps('phone')}
                label={<OptionalLabel>Phone</OptionalLabel>}
                autoComplete="off"
                inputMode="tel"
              />
            </div>
          </div>
          <div className={`${styles.section} ${styles.address}`} role="group" aria-labelledby="address-heading">
            <h2 id="address-heading" className={styles.heading}>
              Delivery address
            </h2>
            <AddressFields form={form} />
          </div>
        </div>
        <div className={`${styles.section} ${styles.wide}`} role="group" aria-labelledby="lines-heading">
          <h2 id="lines-heading" className={styles.heading}>
            Lines
          </h2>
          <OrderLines form={form} currency={currency} params={params} />
        </div>
      </div>
    </FormShell>
  )
}

/** Only the button and Ctrl S create an order: Enter in a field half-way down must not. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
