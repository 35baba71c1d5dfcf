import { TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { CarrierAccount } from '@despatch/contract/invoices/carrier-accounts'
import { useStore } from '../../kit/browser/store.ts'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchMultiSelect } from '../../kit/ui/search-select.tsx'
import { ACCOUNT_LABELS, accountBody, accountForm, accountValues, shownAccount } from './account-values.ts'
import { accountsNow, agreementsChanged } from './agreement-queries.ts'
import styles from './agreements.module.css'
import { CarrierField } from './carrier-field.tsx'

/** Adds or changes the clients whose parcels a carrier bills on an account. */
export function AccountForm({ of, onDone, onDelete }: DrawerRecordProps<CarrierAccount>) {
  const allClients = useStore(session.store, (now) => now.clients)
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'account',
    added: 'an account',
    schema: accountForm,
    labels: ACCOUNT_LABELS,
    draftKey: `invoice-account-${of?.accountID ?? 'new'}`,
    valuesOf: accountValues,
    save: (values) => call(invoices.saveAccount, { body: accountBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...accountsNow, staleTime: 0 })).find(
        ({ accountID }) => accountID === of?.accountID,
      ),
    shown: shownAccount,
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const clients = form.useWatchValue('clients') ?? []
  const options = clientOptions(allClients)
  // A client that was closed since is still chosen.
  const others = clients.filter((code) => options.every(({ value }) => value !== code))
  return (
    <DrawerRecordForm record={record}>
      <div className={styles.pair}>
        <CarrierField
          carrierCode={carrierCode}
          error={form.errors['carrierCode']}
          isFixed={of !== undefined}
          onChange={record.setFields}
        />
        <TextInput
          key={form.key('account')}
          {...form.getInputProps('account')}
          label="Account"
          description="As shown on invoices"
          autoComplete="off"
        />
      </div>
      <SearchMultiSelect
        data-path="clients"
        label="Clients"
        description="Clients billed on this account"
        placeholder={clients.length === 0 ? 'Choose clients' : ''}
        data={[...options, ...others.map((code) => ({ value: code, label: code }))]}
        value={[...clients]}
        error={form.errors['clients']}
        onChange={(codes) => record.setFields({ clients: codes })}
        clearable
        hidePickedOptions
        nothingFoundMessage="No client found"
        maxDropdownHeight={280}
      />
    </DrawerRecordForm>
  )
}
