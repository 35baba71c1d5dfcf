import { TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { ServiceName } from '@despatch/contract/invoices/settings'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { agreementsChanged, serviceNamesNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import { CarrierField } from './carrier-field.tsx'
import {
  SERVICE_NAME_LABELS,
  serviceNameBody,
  serviceNameForm,
  serviceNameValues,
  shownServiceName,
} from './service-name-values.ts'

/** Adds or changes a carrier's name for one of its services. */
export function ServiceNameForm({ of, onDone, onDelete }: DrawerRecordProps<ServiceName>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'service name',
    added: 'a service name',
    schema: serviceNameForm,
    labels: SERVICE_NAME_LABELS,
    draftKey: `invoice-service-name-${of?.serviceNameID ?? 'new'}`,
    valuesOf: serviceNameValues,
    save: (values) => call(invoices.saveServiceName, { body: serviceNameBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...serviceNamesNow, staleTime: 0 })).find(
        ({ serviceNameID }) => serviceNameID === of?.serviceNameID,
      ),
    shown: shownServiceName,
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  return (
    <DrawerRecordForm record={record}>
      <CarrierField
        carrierCode={carrierCode}
        error={form.errors['carrierCode']}
        isFixed={of !== undefined}
        onChange={record.setFields}
      />
      <div className={styles.pair}>
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Name on invoices"
          description="As on the invoice, e.g. UPS Standard Single"
          autoComplete="off"
        />
        <TextInput
          key={form.key('carrierService')}
          {...form.getInputProps('carrierService')}
          label="Service"
          description="As in the carrier rules, e.g. Standard"
          autoComplete="off"
        />
      </div>
    </DrawerRecordForm>
  )
}
