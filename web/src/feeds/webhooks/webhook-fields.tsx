import { Checkbox, Input, TextInput } from '@mantine/core'
import {
  CLAIM_EVENTS,
  INVOICE_EVENTS,
  ORDER_EVENTS,
  RETURN_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type WebhookEvent,
} from '@despatch/domain/feeds/webhooks/webhook-events'
import type { UseFormReturnType } from '@mantine/form'
import formStyles from '../../kit/form/form.module.css'
import type { NewWebhookValues } from './webhook-values.ts'
import { eventTitle } from './webhook-text.ts'
import styles from './webhooks.module.css'

const isOfOrders = (event: WebhookEvent) => event in ORDER_EVENTS
const isOfReturns = (event: WebhookEvent) => event in RETURN_EVENTS
const isOfInvoices = (event: WebhookEvent) => event in INVOICE_EVENTS
const isOfClaims = (event: WebhookEvent) => event in CLAIM_EVENTS
const GROUPS = [
  { title: 'Orders', group: WEBHOOK_EVENT_NAMES.filter(isOfOrders), note: '' },
  {
    title: 'Parcels',
    group: WEBHOOK_EVENT_NAMES.filter(
      (event) => !isOfOrders(event) && !isOfReturns(event) && !isOfInvoices(event) && !isOfClaims(event),
    ),
    note: '',
  },
  { title: 'Returns', group: WEBHOOK_EVENT_NAMES.filter(isOfReturns), note: '' },
  {
    title: 'Invoices',
    group: WEBHOOK_EVENT_NAMES.filter(isOfInvoices),
    note: 'Covers the client’s own part, if costs are shown to the client.',
  },
  {
    title: 'Claims',
    group: WEBHOOK_EVENT_NAMES.filter(isOfClaims),
    note: 'Sent without amounts, if the client’s contract covers Claims Preparation.',
  },
]

/** The fields of a webhook: its URL and events. */
export function WebhookFields<Values extends NewWebhookValues>({
  form: genericForm,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  // A form with more fields also has these.
  const form = genericForm as unknown as UseFormReturnType<NewWebhookValues>
  const events = form.useWatchValue('events')
  const set = (next: readonly WebhookEvent[]) => {
    form.setFieldValue('events', [...next])
    form.clearFieldError('events')
  }
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    set(WEBHOOK_EVENT_NAMES.filter((one) => (one === event ? isOn : events.includes(one))))
  const toggleAll = (group: readonly WebhookEvent[], isOn: boolean) =>
    set(WEBHOOK_EVENT_NAMES.filter((one) => (group.includes(one) ? isOn : events.includes(one))))
  return (
    <>
      <div className={formStyles.fields}>
        <TextInput key={form.key('name')} {...form.getInputProps('name')} label="Name" autoComplete="off" />
        <TextInput
          key={form.key('url')}
          {...form.getInputProps('url')}
          label="Address"
          description="A public https address that receives deliveries."
          placeholder="https://example.com/hooks"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'reference' }}
        />
      </div>
      <fieldset className={styles.events} data-path="events" aria-describedby="webhook-events-error">
        <legend>Events</legend>
        <div className={styles.groups}>
          {GROUPS.map(({ title, group, note }) => {
            const on = group.filter((event) => events.includes(event)).length
            return (
              <div key={title} role="group" aria-label={title}>
                <Checkbox
                  label={`All of ${title.toLowerCase()}`}
                  checked={on === group.length}
                  indeterminate={on > 0 && on < group.length}
                  onChange={({ currentTarget }) => toggleAll(group, currentTarget.checked)}
                  classNames={{ root: styles.all ?? '' }}
                />
                {group.map((event) => (
                  <Checkbox
                    key={event}
                    label={eventTitle(event)}
                    checked={events.includes(event)}
                    onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
                    classNames={{ root: styles.one ?? '' }}
                  />
                ))}
                {note && <p className={styles.remark}>{note}</p>}
              </div>
            )
          })}
        </div>
        {form.errors['events'] && (
          <Input.Error id="webhook-events-error" mt="xs">
            {form.errors['events']}
          </Input.Error>
        )}
      </fieldset>
      <Checkbox
        key={form.key('active')}
        {...form.getInputProps('active', { type: 'checkbox' })}
        label="On"
        description="When off, nothing new is sent and pending deliveries wait."
      />
    </>
  )
}
