import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { CLIENT_PARAMETER } from '../../kit/navigation/screen-address.ts'
import { clientOptions, clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { rememberClientChoice } from './client-choice.ts'

/** With more clients there is no button per client, only a search field. */
const MAX_BUTTONS = 12

/** Shown on screens that need one client. The choice is for this screen: the one at the top of the window stays. */
export function ChooseClient() {
  const { clients } = useStore(session.store)
  const navigate = useNavigate()
  // Nothing else can be done until a client is selected.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  function choose(code: string | null) {
    if (!code) return
    rememberClientChoice(code)
    void navigate({ to: '.', search: (before: object) => ({ ...before, [CLIENT_PARAMETER]: code }), replace: true })
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
        onChange={choose}
      />
      <ClientButtons onChoose={choose} />
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
