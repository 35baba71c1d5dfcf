import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import type { DaysOff } from '@despatch/domain/calendar/day'
import { AddressFields } from './address-fields.tsx'
import styles from './create-order.module.css'
import { DispatchFields } from './dispatch-fields.tsx'
import type { OrderForm } from './order-draft.ts'

type OrderFieldsProps = {
  readonly form: OrderForm
  /** The field for a new order's number. */
  readonly reference?: ReactNode
  readonly lines: ReactNode
  /** From the client's calendar. */
  readonly daysOff: DaysOff
  /** See {@link DispatchFields}. */
  readonly defaultDay?: { readonly day: string; readonly why: string } | undefined
  /** Rendered last, so that growing content does not push fields away while the user types. */
  readonly children?: ReactNode
}

/** Fields shared by creating and amending: order, customer, address and lines. */
export function OrderFields({ form, reference, lines, daysOff, defaultDay, children }: OrderFieldsProps) {
  return (
    <div className={styles.fields} role="presentation" onKeyDown={keepEnter}>
      <div className={styles.columns}>
        <Section title="Order">
          {reference}
          <DispatchFields form={form} daysOff={daysOff} defaultDay={defaultDay} />
        </Section>
        <Section title="Customer">
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
          <TextInput
            key={form.key('customerAccount')}
            {...form.getInputProps('customerAccount')}
            label={<OptionalLabel>Customer account</OptionalLabel>}
            description="Your own number for this customer. Claims find its branches by it."
            autoComplete="off"
          />
        </Section>
        <Section title="Delivery address">
          <AddressFields form={form} />
        </Section>
      </div>
      <Section title="Lines" className={styles.wide}>
        {lines}
      </Section>
      {children}
    </div>
  )
}

type SectionProps = { readonly title: string; readonly className?: string | undefined; readonly children: ReactNode }

function Section({ title, className = '', children }: SectionProps) {
  const id = useId()
  return (
    <div className={`${styles.section} ${className}`} role="group" aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </div>
  )
}

/** Enter in a field must not save the order: only the button and Ctrl S do. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
