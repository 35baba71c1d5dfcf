import { Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { clearQueryCache } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { closeRecordTabs } from '../../kit/tabs/window-tabs.ts'
import { clientOptions, clientTitle } from '../../kit/session/client-title.ts'
import { rememberClientChoice } from './client-choice.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'

/** With more clients there is no button per client, only a search field. */
const MAX_BUTTONS = 12

/** Shown on screens that need one client. Selecting it also changes the selection at the top of the window. */
export function ChooseClient() {
  const { clients } = useStore(session.store)
  // Nothing else can be done until a client is selected.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  async function choose(code: string | null) {
    if (!code) return
    // Records of other clients must not stay open.
    closeRecordTabs()
    // Before the screen restarts, or its new queries would be dropped too.
    await clearQueryCache()
    rememberClientChoice(code)
    session.selectClient(code)
  }
  return (
    <>
      <SearchSelect
        ref={field}
        maw="26rem"
        label="Client"
        placeholder="Choose a client"
        data={clientOptions(clients)}
        openOnFocus={false}
        nothingFoundMessage="No client found"
        onChange={(code) => void choose(code)}
      />
      <ClientButtons onChoose={(code) => void choose(code)} />
    </>
  )
}

/** A button per client, if they are few. */
export function ClientButtons({ onChoose }: { readonly onChoose: (code: string) => void }) {
  const { clients } = useStore(session.store)
  if (clients.length > MAX_BUTTONS) return null
  return (
    <Stack gap={6} mt="xs" maw="26rem" role="group" aria-label="Clients">
      {clients.map((client) => (
        <Button
          key={client.code}
          variant="default"
          size="sm"
          fw={500}
          fullWidth
          justify="flex-start"
          onClick={() => onChoose(client.code)}
        >
          {clientTitle(client)}
        </Button>
      ))}
    </Stack>
  )
}
