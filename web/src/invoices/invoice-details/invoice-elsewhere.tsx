import { Button, Group } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useStore } from '../../kit/browser/store.ts'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import type { SessionClient } from '../../kit/session/storage.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { switchClient } from '../../kit/tabs/switch-client.ts'
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
    ? `Invoice ${invoiceNumber} bills no parcels of this client.`
    : `Invoice ${invoiceNumber} bills parcels of ${namesOf.format(clients.map(({ clientName }) => clientName))}, not of this client.`

/**
 * Leads to where the invoice is shown. Internal users get the screen of all clients or of one that it bills; others
 * switch to a client that it bills.
 */
export function InvoiceElsewhere({ invoice: { summaryID, clients: billed } }: { readonly invoice: InvoiceSummary }) {
  const { user, clients, selected } = useStore(session.store)
  const own = clients.filter(({ code }) => billed.some(({ clientCode }) => clientCode === code))
  const address = invoiceAddress({ summaryID })
  if (user?.role.iforce_user !== true)
    return (
      <Group>
        {own.map((client) => (
          <SwitchButton key={client.code} client={client} address={address} />
        ))}
      </Group>
    )
  return (
    <Group>
      {selected === ALL_CLIENTS && (
        <ScreenButton to={address} keepsClient={false}>
          Show all clients
        </ScreenButton>
      )}
      {own.map((client) => (
        <ScreenButton key={client.code} to={addressFor(client.code, address)} variant="default">
          Show for {clientTitle(client)}
        </ScreenButton>
      ))}
    </Group>
  )
}

type SwitchButtonProps = { readonly client: SessionClient; readonly address: string }

function SwitchButton({ client, address }: SwitchButtonProps) {
  const router = useRouter()
  async function switchTo() {
    await switchClient(client.code)
    await router.navigate({ href: address })
  }
  return <Button onClick={() => void switchTo()}>Switch to {clientTitle(client)}</Button>
}
