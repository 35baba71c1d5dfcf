import { Select, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { LedgerAccount } from '@despatch/contract/invoices/ledger-accounts'
import { hasCharge, hasClient, LEDGER_CHARGES } from '@despatch/domain/invoices/postings/ledger-accounts'
import { ACCOUNTS } from '@despatch/domain/invoices/postings/make-posting'
import { useStore } from '../../kit/browser/store.ts'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { agreementsChanged, ledgerAccountsNow } from './agreement-queries.ts'
import styles from './agreements.module.css'
import {
  chargeText,
  LEDGER_ACCOUNT_LABELS,
  ledgerAccountForm,
  ledgerAccountValues,
  shownLedgerAccount,
} from './ledger-account-values.ts'

/** Adds or changes the ledger code of an account. */
export function LedgerAccountForm({ of, onDone, onDelete }: DrawerRecordProps<LedgerAccount>) {
  const clients = useStore(session.store, (now) => now.clients)
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'ledger account',
    added: 'a ledger account',
    schema: ledgerAccountForm,
    labels: LEDGER_ACCOUNT_LABELS,
    draftKey: `invoice-ledger-account-${of?.ledgerAccountID ?? 'new'}`,
    valuesOf: ledgerAccountValues,
    save: (values) => call(invoices.saveLedgerAccount, { body: values }),
    onSaved: agreementsChanged,
    fetchNow: async (values) =>
      (await queryClient.fetchQuery({ ...ledgerAccountsNow, staleTime: 0 })).find(
        ({ account: named, clientCode: client, category: charge }) =>
          named === values.account && client === values.clientCode && charge === values.category,
      ),
    shown: shownLedgerAccount,
  })
  const { form } = record
  const account = form.useWatchValue('account')
  const clientCode = form.useWatchValue('clientCode')
  const category = form.useWatchValue('category')
  // The account, client and charge of an existing code cannot change.
  const isFixed = of !== undefined
  return (
    <DrawerRecordForm record={record}>
      <div className={styles.pair}>
        <Select
          data-path="account"
          label="Account"
          disabled={isFixed}
          allowDeselect={false}
          data={[...ACCOUNTS]}
          value={account}
          error={form.errors['account']}
          onChange={(value) => {
            const chosen = ACCOUNTS.find((one) => one === value)
            if (!chosen) return
            record.setFields({
              account: chosen,
              ...(!hasClient(chosen) && { clientCode: '' }),
              ...(!hasCharge(chosen) && { category: '' as const }),
            })
          }}
        />
        <SearchSelect
          data-path="clientCode"
          label="Client"
          description={hasClient(account) ? 'A client’s own code overrides a charge’s' : 'These lines have no client'}
          disabled={isFixed || !hasClient(account)}
          allowDeselect={false}
          data={[{ value: '', label: 'All clients' }, ...clientOptions(clients)]}
          value={clientCode}
          error={form.errors['clientCode']}
          onChange={(value) => record.setFields({ clientCode: value ?? '' })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          data-path="category"
          label="Charge"
          description={
            hasCharge(account) ? 'Accruals are reversed when a parcel is billed' : 'Only carriage has charges'
          }
          disabled={isFixed || !hasCharge(account)}
          allowDeselect={false}
          data={[
            { value: '', label: chargeText('') },
            ...LEDGER_CHARGES.map((value) => ({ value, label: chargeText(value) })),
          ]}
          value={category}
          error={form.errors['category']}
          onChange={(value) => record.setFields({ category: LEDGER_CHARGES.find((one) => one === value) ?? '' })}
        />
        <TextInput
          key={form.key('code')}
          {...form.getInputProps('code')}
          label="Code"
          description="As in your ledger, e.g. 5010"
          autoComplete="off"
        />
      </div>
    </DrawerRecordForm>
  )
}
