import { TextInput } from '@mantine/core'
import { createOrder } from '@despatch/contract/orders/create-order'
import { orders } from '@despatch/contract/orders/orders'
import { call } from '../app/api/call.ts'
import { notify } from '../feedback/notify.ts'
import { FormShell } from '../form/form-shell.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { AddressFields } from './address-fields.tsx'
import styles from './create-order.module.css'
import { DispatchFields } from './dispatch-fields.tsx'
import { givenReference } from './given-reference.ts'
import { BLANK_ORDER } from './order-draft.ts'
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

type Given = { readonly currency: string; readonly onCreated: (orderNumber: string) => void }

/** The order as it is typed, until it is created or cancelled. */
export function CreateOrderForm({ currency, onCreated }: Given) {
  const state = useContractForm({
    schema: createOrder,
    initialValues: BLANK_ORDER,
    draftKey: 'create-order',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      const { message, orderNumber } = await call(orders.create, { body }, { idempotencyKey })
      givenReference.keep('')
      notify.success(message)
      onCreated(orderNumber)
    },
  })
  const { form, prefill } = state

  return (
    <FormShell title="Create New Order" state={state} saveLabel="Create order">
      <div className={styles.columns}>
        <div className={styles.section} role="group" aria-labelledby="order-heading">
          <h2 id="order-heading" className={styles.heading}>
            Order
          </h2>
          <ReferenceField form={form} prefill={(orderNo) => prefill('orderNo', orderNo)} />
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
              label="Phone"
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
        <OrderLines form={form} currency={currency} />
      </div>
    </FormShell>
  )
}
