import { Select, TextInput } from '@mantine/core'
import type { DisputeTerms } from '@despatch/contract/invoices/dispute-terms'
import { invoices } from '@despatch/contract/invoices/invoices'
import { PAYABLES } from '@despatch/domain/invoices/dispute'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { agreementsChanged, disputeTermsNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import { CarrierField } from './carrier-field.tsx'
import { PAYABLE_LABELS, shownTerms, TERMS_LABELS, termsBody, termsForm, termsValues } from './dispute-terms-values.ts'

/** Adds or changes how disputes with a carrier are handled. */
export function DisputeTermsForm({ of, onDone, onDelete }: DrawerRecordProps<DisputeTerms>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'dispute terms',
    added: 'dispute terms',
    schema: termsForm,
    labels: TERMS_LABELS,
    draftKey: `invoice-dispute-terms-${of?.termsID ?? 'new'}`,
    valuesOf: termsValues,
    save: (values) => call(invoices.saveDisputeTerms, { body: termsBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async ({ carrierCode: carrier }) =>
      (await queryClient.fetchQuery({ ...disputeTermsNow, staleTime: 0 })).find(
        ({ carrierCode }) => carrierCode === carrier,
      ),
    shown: shownTerms,
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const payable = form.useWatchValue('payable')
  return (
    <DrawerRecordForm record={record}>
      <div className={styles.pair}>
        <CarrierField
          carrierCode={carrierCode}
          error={form.errors['carrierCode']}
          isFixed={of !== undefined}
          onChange={record.setFields}
        />
        <CountField
          isText
          key={form.key('deadlineDays')}
          {...form.getInputProps('deadlineDays')}
          label="Deadline, days"
          description="From the invoice date"
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
          onChange={(value) => value && record.setFields({ payable: value })}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          label={<OptionalLabel>Disputes go to</OptionalLabel>}
          description="Email shown on each dispute. Nothing is sent"
        />
        <TextInput
          key={form.key('contact')}
          {...form.getInputProps('contact')}
          label={<OptionalLabel>Contact</OptionalLabel>}
          description="Name, phone number or portal address"
        />
      </div>
    </DrawerRecordForm>
  )
}
