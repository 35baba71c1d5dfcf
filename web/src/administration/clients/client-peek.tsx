import { Button } from '@mantine/core'
import type { Client } from '@despatch/contract/administration/clients/client'
import { clientTitle } from '../../kit/session/client-title.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { ClientFacts } from './client-facts.tsx'
import { ClientLinks } from './client-links.tsx'

type ClientPeekProps = {
  readonly client: Client | undefined
  readonly onClose: () => void
  readonly onOpen: (client: Client) => void
}

/** The side panel of a client. */
export function ClientPeek({ client, onClose, onOpen }: ClientPeekProps) {
  return (
    <PeekDrawer of={client} title={clientTitle} onClose={onClose}>
      {(shown) => (
        <>
          <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(shown)}>
            Open client
          </Button>
          <ClientFacts client={shown} />
          <ClientLinks code={shown.code} />
        </>
      )}
    </PeekDrawer>
  )
}
