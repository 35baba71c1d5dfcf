import { Button, Group } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useStore } from '../../kit/browser/store.ts'
import { clearQueryCache } from '../../kit/server/query-client.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { closeRecordTabs } from '../../kit/tabs/window-tabs.ts'
import { invoiceAddress } from '../addresses.ts'
import { invoiceOfAnyClient } from '../invoice-queries.ts'

const namesOf = new Intl.ListFormat('en-GB')

/**
 * An invoice that the selected client does not show (`isGone`), but another client of the user does; undefined
 * otherwise.
 */
export function useInvoiceElsewhere(summaryID: string, isGone: boolean): InvoiceSummary | undefined {
  const { user, clients, client } = useStore(session.store)
  const hasOthers = client !== ALL_CLIENTS && (user?.role.iforce_user === true || clients.length > 1)
  const { data } = useQuery({ ...invoiceOfAnyClient(summaryID), enabled: isGone && hasOthers })
  return isGone ? (data ?? undefined) : undefined
}

/** Names the clients that an invoice bills. */
export const elsewhereText = ({ invoiceNumber, clients }: InvoiceSummary): string =>
  clients.length === 0
    ? `Invoice ${invoiceNumber} bills no parcels of the selected client.`
    : `Invoice ${invoiceNumber} bills parcels of ${namesOf.format(clients.map(({ clientName }) => clientName))}, not of the selected client.`

/** Switches to where the invoice is shown: to all clients if the user may, otherwise to a client that it bills. */
export function InvoiceElsewhere({ invoice: { summaryID, clients: billed } }: { readonly invoice: InvoiceSummary }) {
  const router = useRouter()
  const { user, clients } = useStore(session.store)
  const choices =
    user?.role.iforce_user === true
      ? [{ code: ALL_CLIENTS, label: 'Show all clients' }]
      : clients
          .filter(({ code }) => billed.some(({ clientCode }) => clientCode === code))
          .map((client) => ({ code: client.code, label: `Switch to ${clientTitle(client)}` }))

  async function workFor(code: string) {
    // Records of the previous client must not stay open.
    if (code !== ALL_CLIENTS) closeRecordTabs()
    await clearQueryCache()
    session.selectClient(code)
    await router.navigate({ href: invoiceAddress({ summaryID }) })
  }

  return (
    <Group>
      {choices.map(({ code, label }) => (
        <Button key={code} onClick={() => void workFor(code)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
