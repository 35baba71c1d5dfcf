import { useDisclosure } from '@mantine/hooks'
import type { Client } from '@despatch/contract/administration/clients/client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RecordHistory } from '../user-activity/record-history.tsx'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { BackLink } from '../../kit/record/back-link.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { clientTitle } from '../../kit/session/client-title.ts'
import { CLIENTS, clientTabId } from './addresses.ts'
import { ClientFacts } from './client-facts.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientLinks } from './client-links.tsx'
import { clientRecord } from './client-queries.ts'
import recordStyles from '../../kit/form/record.module.css'
import { RemoveClientsDialog } from './remove-clients-dialog.tsx'
import { useChangeDisabledReason } from './use-change-disabled-reason.ts'

/** The tab of one client: its form, or its facts if it cannot be changed, and its history. */
export function ClientRecord({ code }: { readonly code: string }) {
  const { data: client, error, refetch } = useQuery(clientRecord(code))
  const name = client?.name
  useEffect(() => {
    if (name) nameTab(clientTabId(code), name)
  }, [code, name])
  if (!client)
    return (
      <RecordLoading
        title={`Client ${code}`}
        why={client === null ? 'Client not found, or you don’t have access to it.' : undefined}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <OpenClient client={client} />
}

function OpenClient({ client }: { readonly client: Client }) {
  const router = useRouter()
  const whyNot = useChangeDisabledReason('clientList')
  const [isAsking, asking] = useDisclosure()
  const title = clientTitle(client)
  const close = () => void leaveRecord(router, clientTabId(client.code), CLIENTS)
  const history = (
    <section className={recordStyles.section}>
      <h2>History</h2>
      <RecordHistory of="client" id={client.code} />
    </section>
  )
  if (whyNot)
    return (
      <section className={recordStyles.screen} aria-label={title}>
        <BackLink paths={[CLIENTS]} />
        <h1>{title}</h1>
        <p role="note">{whyNot}</p>
        <ClientFacts client={client} />
        <ClientLinks code={client.code} />
        {history}
      </section>
    )
  return (
    <>
      <ClientForm client={client} onCancel={close} onRemove={asking.open}>
        {history}
      </ClientForm>
      <RemoveClientsDialog clients={[client]} opened={isAsking} onClose={asking.close} onDeleted={close} />
    </>
  )
}
