import { Button, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { AgreedDivisor } from '@despatch/contract/invoices/settings'
import { useState } from 'react'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import type { AgreementFormProps } from './agreement-list.tsx'
import { agreedNow, agreementsChanged } from './agreement-queries.ts'
import {
  DIVISOR_LABELS,
  divisorBody,
  divisorForm,
  divisorValues,
  type DivisorValues,
  shownDivisor,
} from './agreement-values.ts'
import styles from './agreements.module.css'
import { CarrierClientFields } from './carrier-client-fields.tsx'
import { ShipmentDays } from './shipment-days.tsx'

/** By how much a carrier may bill by size instead of weight, to say or to change. */
export function DivisorForm({ of, onDone, onDelete }: AgreementFormProps<AgreedDivisor>) {
  const [initialValues] = useState(() => divisorValues(of))
  const state = useContractForm({
    schema: divisorForm,
    initialValues,
    draftKey: `invoice-divisor-${of?.divisorID ?? 'new'}`,
    labels: DIVISOR_LABELS,
    async onSubmit(values) {
      const { message } = await call(invoices.saveDivisor, { body: divisorBody(values) }).catch(conflict.show)
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
  const conflict = useVersionConflict<DivisorValues>({
    noun: 'divisor',
    state,
    initialValues,
    async fetchNow() {
      const { divisors } = await queryClient.fetchQuery({ ...agreedNow, staleTime: 0 })
      const found = divisors.find(({ divisorID }) => divisorID === of?.divisorID)
      return found && divisorValues(found)
    },
    shown: shownDivisor,
    // Its days are two fields that only make sense together.
    merged: (mine, theirs, fromTheirs) =>
      mergedValues(mine, theirs, fromTheirs.has('days') ? new Set([...fromTheirs, 'from', 'to']) : fromTheirs),
  })
  const carrierCode = form.useWatchValue('carrierCode')
  const clientCode = form.useWatchValue('clientCode')
  const from = form.useWatchValue('from')
  const to = form.useWatchValue('to')
  return (
    <DrawerForm
      title={of ? 'Change the divisor' : 'Add a divisor'}
      state={state}
      saveLabel="Save the divisor"
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
        isFixed={false}
        onChange={state.setFields}
      />
      <div className={styles.pair}>
        <TextInput
          key={form.key('divisor')}
          {...form.getInputProps('divisor')}
          label="Divisor"
          description="Cubic centimetres that count as a kilogram, like 5000"
          inputMode="numeric"
        />
      </div>
      <ShipmentDays from={from} to={to} errors={form.errors} onChange={state.setFields} />
    </DrawerForm>
  )
}
