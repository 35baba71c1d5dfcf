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
  /** What a new order is called. */
  readonly reference?: ReactNode
  readonly lines: ReactNode
  /** By the client's calendar. */
  readonly daysOff: DaysOff
  /** See {@link DispatchFields}. */
  readonly usual?: { readonly day: string; readonly why: string } | undefined
  /** Stands last: what grows while someone types must not push the fields away from under them. */
  readonly children?: ReactNode
}

/** The fields of an order, whether it is created or amended: the order, whose it is, where it goes, its lines. */
export function OrderFields({ form, reference, lines, daysOff, usual, children }: OrderFieldsProps) {
  return (
    <div className={styles.fields} role="presentation" onKeyDown={keepEnter}>
      <div className={styles.columns}>
        <Section title="Order">
          {reference}
          <DispatchFields form={form} daysOff={daysOff} usual={usual} />
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
          <TextInput
            key={form.key('customerAccount')}
            {...form.getInputProps('customerAccount')}
            label={<OptionalLabel>Customer account</OptionalLabel>}
            description="The customer’s number in your own books. Claims find its branches by it."
            autoComplete="off"
          />
        </Section>
        <Section title="Delivery address" className={styles.address}>
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

/** Only the button and Ctrl S save an order: Enter in a field half-way down must not. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
