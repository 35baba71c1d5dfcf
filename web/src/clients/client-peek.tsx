import { Button, Drawer } from '@mantine/core'
import type { Client } from '@despatch/contract/clients/clients'
import { ClientFacts } from './client-facts.tsx'
import { ClientLinks } from './client-links.tsx'

type Given = {
  readonly client: Client | undefined
  readonly onClose: () => void
  readonly onOpen: (client: Client) => void
}

/** A look at a client beside the list. */
export function ClientPeek({ client, onClose, onOpen }: Given) {
  return (
    <Drawer
      opened={client !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={client && `${client.name} (${client.code})`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {client && (
        <>
          <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(client)}>
            Open the client
          </Button>
          <ClientFacts client={client} />
          <ClientLinks code={client.code} />
        </>
      )}
    </Drawer>
  )
}
