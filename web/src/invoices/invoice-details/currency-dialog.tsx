import { Autocomplete } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'

const USUAL = ['GBP', 'EUR', 'USD', 'CHF', 'PLN', 'CZK', 'SEK', 'DKK', 'NOK']

type CurrencyDialogProps = {
  readonly invoice: Pick<InvoiceSummary, 'summaryID' | 'carrierName' | 'account'>
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks for the currency of an invoice whose file states none. */
export function CurrencyDialog({ invoice, opened, onClose }: CurrencyDialogProps) {
  const { summaryID, carrierName, account } = invoice
  const [currency, setCurrency] = useState('')
  return (
    <ConfirmDialog
      opened={opened}
      title="Choose the invoice currency"
      confirmLabel="Save"
      whyNot={/^[A-Z]{3}$/.test(currency) ? undefined : 'Choose a currency.'}
      onConfirm={async () => {
        const { message } = await call(invoices.sayCurrency, { body: { summaryID, currency } })
        notify.success(message)
        void invoicesChanged()
      }}
      onClose={onClose}
    >
      <p>
        The file doesn’t say. Your choice also applies to future invoices of{' '}
        {account ? `account ${account} of ${carrierName}` : carrierName}.
      </p>
      <Autocomplete
        label="Currency"
        placeholder="GBP"
        maxLength={3}
        // Once three letters are typed, the list would only cover the save button.
        data={currency.length === 3 ? [] : USUAL}
        data-autofocus
        value={currency}
        onChange={(value) => setCurrency(value.toUpperCase())}
      />
    </ConfirmDialog>
  )
}
