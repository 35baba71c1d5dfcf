import { TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { CurrencyRate } from '@despatch/contract/invoices/settings'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { FigureField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { agreementsChanged, ratesNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import { RATE_LABELS, rateBody, rateForm, rateValues, shownRate } from './rate-values.ts'

/** Adds or changes an exchange rate. */
export function RateForm({ of, onDone, onDelete }: DrawerRecordProps<CurrencyRate>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'exchange rate',
    added: 'an exchange rate',
    schema: rateForm,
    labels: RATE_LABELS,
    draftKey: `invoice-rate-${of?.rateID ?? 'new'}`,
    valuesOf: rateValues,
    save: (values) => call(invoices.saveRate, { body: rateBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...ratesNow, staleTime: 0 })).find(({ rateID }) => rateID === of?.rateID),
    shown: shownRate,
  })
  const { form } = record
  const day = form.useWatchValue('day')
  return (
    <DrawerRecordForm record={record}>
      <div className={styles.pair}>
        <TextInput
          key={form.key('from')}
          {...form.getInputProps('from')}
          label="From currency"
          maxLength={3}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          key={form.key('to')}
          {...form.getInputProps('to')}
          label="To currency"
          maxLength={3}
          autoComplete="off"
        />
      </div>
      <div className={styles.pair}>
        <FigureField
          isText
          key={form.key('rate')}
          {...form.getInputProps('rate')}
          label="Rate"
          description="Value of one unit in the second currency, e.g. 0.8612"
        />
        <DayField
          data-path="day"
          label="First invoice date"
          description="Until the next rate begins"
          value={day}
          error={form.errors['day']}
          onChange={(value) => record.setFields({ day: value })}
        />
      </div>
    </DrawerRecordForm>
  )
}
