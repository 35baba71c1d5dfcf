import { Button, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { Tolerance } from '@despatch/contract/invoices/settings'
import { useState } from 'react'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import type { AgreementFormProps } from './agreement-list.tsx'
import { agreementsChanged, tolerancesNow } from './agreement-queries.ts'
import {
  shownTolerance,
  TOLERANCE_LABELS,
  toleranceBody,
  toleranceFieldOf,
  toleranceForm,
  toleranceValues,
  type ToleranceValues,
} from './agreement-values.ts'
import styles from './agreements.module.css'
import { CarrierClientFields } from './carrier-client-fields.tsx'

/** How far what a carrier bills may be off, to say or to change. */
export function ToleranceForm({ of, onDone, onDelete }: AgreementFormProps<Tolerance>) {
  const [initialValues] = useState(() => toleranceValues(of))
  const state = useContractForm({
    schema: toleranceForm,
    initialValues,
    draftKey: `invoice-tolerance-${of?.toleranceID ?? 'new'}`,
    labels: TOLERANCE_LABELS,
    fieldOf: toleranceFieldOf,
    async onSubmit(values) {
      const { message } = await call(invoices.saveTolerance, { body: toleranceBody(values) }).catch(conflict.show)
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
  const conflict = useVersionConflict<ToleranceValues>({
    noun: 'tolerance',
    state,
    initialValues,
    async fetchNow() {
      const { carrierCode: carrier, clientCode: client } = form.getValues()
      const now = await queryClient.fetchQuery({ ...tolerancesNow, staleTime: 0 })
      const found = now.find(({ carrierCode, clientCode }) => carrierCode === carrier && clientCode === client)
      return found && toleranceValues(found)
    },
    shown: shownTolerance,
    merged: mergedValues,
  })
  const carrierCode = form.useWatchValue('carrierCode')
  const clientCode = form.useWatchValue('clientCode')
  return (
    <DrawerForm
      title={of ? 'Change the tolerance' : 'Add a tolerance'}
      state={state}
      saveLabel="Save the tolerance"
      beside={
        of && (
          <Button variant="subtle" color="bad" onClick={onDelete} disabled={state.isSubmitting}>
            Delete…
          </Button>
        )
      }
    >
      {conflict.panel}
      <CarrierClientFields
        carrierCode={carrierCode}
        clientCode={clientCode}
        errors={form.errors}
        isFixed={of !== undefined}
        onChange={state.setFields}
      />
      <p className={styles.lead}>
        Money and percent must both hold, for a row and for each of its charges. An empty field does not limit.
      </p>
      <div className={styles.pair}>
        <TextInput
          key={form.key('rowMoney')}
          {...form.getInputProps('rowMoney')}
          label={<OptionalLabel>A row may be off by</OptionalLabel>}
          description="Money, like 0.05"
          inputMode="decimal"
        />
        <TextInput
          key={form.key('rowPercent')}
          {...form.getInputProps('rowPercent')}
          label={<OptionalLabel>and by percent</OptionalLabel>}
          description="Of what is expected, like 1.5"
          inputMode="decimal"
        />
        <TextInput
          key={form.key('chargeMoney')}
          {...form.getInputProps('chargeMoney')}
          label={<OptionalLabel>A charge may be off by</OptionalLabel>}
          description="Money, like 0.05"
          inputMode="decimal"
        />
        <TextInput
          key={form.key('chargePercent')}
          {...form.getInputProps('chargePercent')}
          label={<OptionalLabel>and by percent</OptionalLabel>}
          description="Of what is expected, like 1.5"
          inputMode="decimal"
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          key={form.key('invoice')}
          {...form.getInputProps('invoice')}
          label={<OptionalLabel>An invoice may be off by, in all</OptionalLabel>}
          description="The sum of all differences within tolerance: fourpence on 60,000 rows is £2,400"
          inputMode="decimal"
        />
      </div>
    </DrawerForm>
  )
}
