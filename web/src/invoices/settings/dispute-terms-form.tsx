import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import type { DisputeTerms } from '@despatch/contract/invoices/dispute-terms'
import { invoices } from '@despatch/contract/invoices/invoices'
import { PAYABLES } from '@despatch/domain/invoices/dispute'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { invoiceCarriers } from '../invoice-queries.ts'
import type { AgreementFormProps } from './agreement-list.tsx'
import { agreementsChanged, disputeTermsNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import {
  PAYABLE_LABELS,
  shownTerms,
  TERMS_LABELS,
  termsBody,
  termsForm,
  termsValues,
  type TermsValues,
} from './dispute-terms-values.ts'

/** How disputes with a carrier are handled, to say or to change. */
export function DisputeTermsForm({ of, onDone, onDelete }: AgreementFormProps<DisputeTerms>) {
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const [initialValues] = useState(() => termsValues(of))
  const state = useContractForm({
    schema: termsForm,
    initialValues,
    draftKey: `invoice-dispute-terms-${of?.termsID ?? 'new'}`,
    labels: TERMS_LABELS,
    async onSubmit(values) {
      const { message } = await call(invoices.saveDisputeTerms, { body: termsBody(values) }).catch(conflict.show)
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
  const conflict = useVersionConflict<TermsValues>({
    noun: 'terms',
    state,
    initialValues,
    async fetchNow() {
      const { carrierCode: carrier } = form.getValues()
      const now = await queryClient.fetchQuery({ ...disputeTermsNow, staleTime: 0 })
      const found = now.find(({ carrierCode }) => carrierCode === carrier)
      return found && termsValues(found)
    },
    shown: shownTerms,
    merged: mergedValues,
  })
  const carrierCode = form.useWatchValue('carrierCode')
  const payable = form.useWatchValue('payable')
  return (
    <DrawerForm
      title={of ? 'Change the dispute terms' : 'Add dispute terms'}
      state={state}
      saveLabel="Save the dispute terms"
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
        <Autocomplete
          data-path="carrierCode"
          label="Carrier"
          description="Its code"
          disabled={of !== undefined}
          data={carriers.map(({ code }) => code)}
          value={carrierCode}
          error={form.errors['carrierCode']}
          {...(!of && { 'data-autofocus': true })}
          onChange={(value) => state.setFields({ carrierCode: value })}
        />
        <TextInput
          key={form.key('deadlineDays')}
          {...form.getInputProps('deadlineDays')}
          label="Deadline, days"
          description="From the invoice’s date"
          inputMode="numeric"
        />
      </div>
      <div className={styles.pair}>
        <Select
          data-path="payable"
          label="Paid while a dispute is open"
          allowDeselect={false}
          data={PAYABLES.map((value) => ({ value, label: PAYABLE_LABELS[value] }))}
          value={payable}
          error={form.errors['payable']}
          onChange={(value) => value && state.setFields({ payable: value })}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          label={<OptionalLabel>Disputes go to</OptionalLabel>}
          description="An email, shown with each dispute; nothing is sent"
        />
        <TextInput
          key={form.key('contact')}
          {...form.getInputProps('contact')}
          label={<OptionalLabel>Contact</OptionalLabel>}
          description="A name, a number, the address of a portal"
        />
      </div>
    </DrawerForm>
  )
}
