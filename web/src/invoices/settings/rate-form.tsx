import { Button, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { CurrencyRate } from '@despatch/contract/invoices/settings'
import { useState } from 'react'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DayField } from '../../kit/form/day-field.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import type { AgreementFormProps } from './agreement-list.tsx'
import { agreementsChanged, ratesNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import { RATE_LABELS, rateBody, rateForm, rateValues, type RateValues, shownRate } from './rate-values.ts'

/** A rate of exchange, to add or to change. */
export function RateForm({ of, onDone, onDelete }: AgreementFormProps<CurrencyRate>) {
  const [initialValues] = useState(() => rateValues(of))
  const state = useContractForm({
    schema: rateForm,
    initialValues,
    draftKey: `invoice-rate-${of?.rateID ?? 'new'}`,
    labels: RATE_LABELS,
    async onSubmit(values) {
      const { message } = await call(invoices.saveRate, { body: rateBody(values) }).catch(conflict.show)
      notify.success(message)
      void agreementsChanged()
      onDone()
    },
    onCancel() {
      conflict.clear()
      onDone()
    },
  })
  const { form } = state
  const conflict = useVersionConflict<RateValues>({
    noun: 'rate',
    state,
    initialValues,
    async fetchNow() {
      const now = await queryClient.fetchQuery({ ...ratesNow, staleTime: 0 })
      const found = now.find(({ rateID }) => rateID === of?.rateID)
      return found && rateValues(found)
    },
    shown: shownRate,
    merged: mergedValues,
  })
  const day = form.useWatchValue('day')
  return (
    <DrawerForm
      title={of ? 'Change the exchange rate' : 'Add an exchange rate'}
      state={state}
      saveLabel="Save the rate"
      beside={
        of && (
          <Button variant="subtle" color="bad" onClick={onDelete} disabled={state.isSubmitting}>
            Delete…
          </Button>
        )
      }
    >
      {conflict.panel}
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
        <TextInput
          key={form.key('rate')}
          {...form.getInputProps('rate')}
          label="Rate"
          description="What one of the first is in the second, like 0.8612"
          inputMode="decimal"
          autoComplete="off"
        />
        <DayField
          data-path="day"
          label="First invoice date"
          description="Until the next rate begins"
          value={day}
          error={form.errors['day']}
          onChange={(value) => state.setFields({ day: value })}
        />
      </div>
    </DrawerForm>
  )
}
