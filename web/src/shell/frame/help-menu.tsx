import { useIsAdministrator } from '../../kit/session/use-rights.ts'
import { users } from '@despatch/contract/administration/users/users'
import { Anchor, Button, Kbd } from '@mantine/core'
import { IconHelp, IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { usePaletteActions } from '../../kit/navigation/palette-actions.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import { call } from '../../kit/server/call.ts'
import { CountedPopover } from '../../kit/ui/counted-popover.tsx'
import styles from './help-menu.module.css'

const HOME = { title: 'Home', purpose: 'What there is to do, most urgent first, and the figures of last week.' }

const NO_CONTACT = 'To show your contact here, set PORTAL_CONTACT on the server.'

/** What the current screen does, the keyboard shortcuts, whom to ask, and the version that support asks for. */
export function HelpMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const isAdministrator = useIsAdministrator()
  const screen = pathname === '/home' ? HOME : screenAt(pathname)
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(users.version, {}, { signal }),
    staleTime: Infinity,
    enabled: isOpen,
  })
  usePaletteActions(() => [
    { id: 'shortcuts', group: 'Actions', label: 'Keyboard shortcuts', run: onShortcuts },
    { id: 'help', group: 'Actions', label: 'What this screen does', run: () => setIsOpen(true) },
  ])
  return (
    <CountedPopover
      title="Help"
      label="Help"
      icon={<IconHelp size={18} />}
      count={0}
      width={320}
      isOpen={isOpen}
      onToggle={setIsOpen}
      className={styles.help}
    >
      {screen && (
        <section aria-labelledby="help-screen">
          <h2 id="help-screen">What this screen does</h2>
          <p>
            <strong>{screen.title}</strong>
          </p>
          <p>{screen.purpose}</p>
        </section>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKeyboard size={16} />}
        rightSection={<Kbd>?</Kbd>}
        onClick={() => {
          setIsOpen(false)
          onShortcuts()
        }}
      >
        Keyboard shortcuts
      </Button>
      <section aria-labelledby="help-contact">
        <h2 id="help-contact">Questions</h2>
        {data && (
          <p>
            {data.contact ? <Contact text={data.contact} /> : isAdministrator ? NO_CONTACT : 'Ask your administrator.'}
          </p>
        )}
      </section>
      {data && <p className={styles.version}>Version {data.version}</p>}
    </CountedPopover>
  )
}

const EMAIL = /[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;().]+/

/** The operator's contact, with a link to write to the email address in it. */
function Contact({ text }: { readonly text: string }) {
  const [address] = EMAIL.exec(text) ?? []
  if (address === undefined) return text
  const [before, after] = text.split(address, 2)
  return (
    <>
      {before}
      <Anchor href={`mailto:${address}`}>{address}</Anchor>
      {after}
    </>
  )
}
