import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import {
  MAX_RECIPIENTS,
  newSubscription,
  type ReportSubscription,
  subscriptions,
} from '@despatch/contract/reports/subscriptions'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { REPORT_NAMES, type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { RELATIVE_PERIODS, type RelativePeriod } from '@despatch/domain/reports/subscription-times'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { useStore } from '../browser/store.ts'
import { DrawerForm } from '../form/drawer-form.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { entryOf } from '../navigation/menu-keys.ts'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'
import { call } from '../server/call.ts'
import { clientOptions } from '../session/client-title.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { SearchMultiSelect, SearchSelect } from '../ui/search-select.tsx'

const LABELS = {
  client: 'Client',
  report: 'Report',
  period: 'Period',
  format: 'Format',
  weekday: 'Day',
  at: 'Time',
  recipients: 'Recipients',
} as const
const FORMATS = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
]
const DAYS = [
  { value: '', label: 'Every day' },
  ...WEEKDAYS.map((day, on) => ({ value: String(on), label: `Every ${day}` })),
]
const PERIODS = Object.entries(RELATIVE_PERIODS).map(([value, { title }]) => ({ value, label: title }))

/** The draft includes the client, although the body does not. */
const schema = newSubscription.extend({ client: z.string() })

type SubscriptionFormProps = {
  /** The subscription to change; without it, the form adds one. */
  readonly of?: ReportSubscription | undefined
  readonly onDone: () => void
}

/** The form of a new or existing report by email. The clients of an existing one cannot change. */
export function SubscriptionForm({ of, onDone }: SubscriptionFormProps) {
  const now = useStore(session.store, (state) => state)
  const selected = now.client
  const allowedReports = REPORT_NAMES.filter((name) => hasRight(now, REPORTS[name].leaf))
  const { pathname } = useRouter().state.location
  /** Whether the current screen shows the report, or a list behind one of its figures. */
  const isOnScreen = (name: ReportName) => `${pathname}/`.startsWith(`${entryOf(REPORTS[name].leaf).path}/`)
  const state = useContractForm({
    schema,
    initialValues: {
      client: of ? ((of.clients.length === 1 ? of.clients[0] : undefined) ?? ALL_CLIENTS) : selected,
      report: of?.report ?? allowedReports.find(isOnScreen) ?? allowedReports[0] ?? REPORT_NAMES[0] ?? 'key-metrics',
      format: of?.format ?? 'xlsx',
      period: of?.period ?? 'last-week',
      weekday: of ? (of.weekday ?? undefined) : 0,
      at: of?.at ?? '07:30',
      recipients: of?.recipients.flatMap(({ userId }) => userId ?? []) ?? [],
    },
    draftKey: of ? `report-by-mail-${of.subscriptionId}` : 'report-by-mail',
    labels: LABELS,
    async onSubmit({ client: chosen, ...body }, idempotencyKey) {
      const { title } = of
        ? await call(
            subscriptions.change,
            { body: { ...body, subscriptionId: of.subscriptionId } },
            { client: ALL_CLIENTS },
          )
        : await call(subscriptions.add, { body }, { client: chosen, idempotencyKey })
      notify.success(of ? `Email report ${title} was changed.` : `${title} will be sent by email.`)
      onDone()
    },
    onCancel: onDone,
  })
  const { form } = state
  const [client, report, format, period] = [
    form.useWatchValue('client'),
    form.useWatchValue('report'),
    form.useWatchValue('format'),
    form.useWatchValue('period'),
  ]
  const [weekday, recipients] = [form.useWatchValue('weekday'), form.useWatchValue('recipients')]
  const readers = useQuery({
    queryKey: ['report-readers', client, report],
    queryFn: ({ signal }) => call(subscriptions.recipients, { query: { report } }, { client, signal }),
  })
  const people = new Map(readers.data?.users.map(({ userId, name }) => [String(userId), name]))
  // Current recipients are named even if they can no longer be chosen.
  for (const { userId, name, hasStopped } of of?.recipients ?? [])
    if (userId !== null) people.set(String(userId), hasStopped ? `${name} (stopped)` : name)
  return (
    <DrawerForm
      title={of ? `Change email report ${of.title}` : 'New email report'}
      state={state}
      saveLabel={of ? 'Save' : 'Send by email'}
    >
      <Stack gap="sm">
        <Select
          data-path="report"
          label={LABELS.report}
          allowDeselect={false}
          data={allowedReports.map((value) => ({ value, label: REPORTS[value].title }))}
          value={report}
          error={form.errors['report']}
          onChange={(value) => value && state.setFields({ report: value as ReportName, recipients: [] })}
        />
        <ClientSelect
          client={client}
          whyFixed={
            of
              ? 'Can’t be changed. Create another report for other clients'
              : // The idempotency key belongs to this client: sent for another, the report would be added for both.
                state.wasSent && 'Locked until saved. Save again'
          }
          onChange={(chosen) => state.setFields({ client: chosen, recipients: [] })}
        />
        <Select
          data-path="period"
          label={LABELS.period}
          description="Whole weeks, Monday to Sunday"
          allowDeselect={false}
          data={PERIODS}
          value={period}
          onChange={(value) => value && state.setFields({ period: value as RelativePeriod })}
        />
        <Group grow align="flex-start">
          <Select
            data-path="weekday"
            label={LABELS.weekday}
            allowDeselect={false}
            data={DAYS}
            value={weekday === undefined ? '' : String(weekday)}
            onChange={(value) =>
              value !== null && state.setFields({ weekday: value === '' ? undefined : Number(value) })
            }
          />
          <TextInput key={form.key('at')} {...form.getInputProps('at')} type="time" label="Time in London" />
        </Group>
        <SegmentedControl
          aria-label={LABELS.format}
          data={FORMATS}
          value={format}
          onChange={(value) => state.setFields({ format: value === 'csv' ? 'csv' : 'xlsx' })}
        />
        <SearchMultiSelect
          data-path="recipients"
          label={LABELS.recipients}
          description="People who can see this report. Checked again each time"
          data={[...people].map(([value, label]) => ({ value, label }))}
          value={recipients.map(String)}
          error={readers.error ? messageOf(readers.error) : form.errors['recipients']}
          onChange={(chosen) => state.setFields({ recipients: chosen.map(Number) })}
          clearable
          hidePickedOptions
          maxValues={MAX_RECIPIENTS}
          nothingFoundMessage={readers.isPending ? 'Loading…' : 'No one found'}
        />
      </Stack>
    </DrawerForm>
  )
}

type ClientSelectProps = {
  readonly client: string
  /** The reason if the client cannot change. */
  readonly whyFixed: string | false
  readonly onChange: (client: string) => void
}

/** The report's client, or all of the user's clients. */
function ClientSelect({ client, whyFixed, onChange }: ClientSelectProps) {
  const { user, clients } = useStore(session.store, (state) => state)
  const hasAll = user?.role.iforce_user || clients.length > 1
  return (
    <SearchSelect
      label="Client"
      {...(whyFixed && { description: whyFixed })}
      disabled={whyFixed !== false}
      allowDeselect={false}
      data={[...(hasAll ? [{ value: ALL_CLIENTS, label: ALL_CLIENTS_LABEL }] : []), ...clientOptions(clients)]}
      value={client}
      onChange={(value) => value && onChange(value)}
    />
  )
}
