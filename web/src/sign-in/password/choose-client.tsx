import { Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { forgetAnswers } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { closeRecordTabs } from '../../kit/tabs/window-tabs.ts'
import { clientOptions, clientTitle } from '../../kit/session/client-title.ts'
import { noteChosenHere } from './chosen-here.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'

/** So many are chosen with one click each; more only by typing. */
const MAX_BUTTONS = 12

/** Chooses the client that one works for, where what is done is done for one; the choice at the top of the window follows. */
export function ChooseClient() {
  const { clients } = useStore(session.store)
  // Until one is chosen there is nothing else to do.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  async function choose(code: string | null) {
    if (!code) return
    // Records of other clients must not stay open.
    closeRecordTabs()
    // Before the screen begins again, or what it asks for would be forgotten with the rest.
    await forgetAnswers()
    noteChosenHere(code)
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

/** The clients that one works for, to be chosen with one click each where they are few. */
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
