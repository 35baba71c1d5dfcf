import { ActionIcon, Button, Indicator, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from '../browser/store.ts'
import styles from './notification-bell.module.css'
import { notifications } from './notify.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const WORDS = { success: 'Done', danger: 'Error', info: 'Note' } as const
/** Only what is new is read out, and a screen reader needs no more than the last few. */
const SPOKEN = 5

/** The list of notifications, and the region in which a screen reader hears them come. */
export function NotificationBell() {
  const { entries, unread } = useStore(notifications.log)
  const [isOpen, setIsOpen] = useState(false)

  function toggle(open: boolean) {
    setIsOpen(open)
    if (open) notifications.markRead()
  }

  return (
    <>
      <Popover
        opened={isOpen}
        onChange={toggle}
        position="bottom-end"
        width={380}
        shadow="md"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Indicator label={unread} size={15} disabled={unread === 0} color="accent" offset={4} inline>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
              title="Notifications"
              aria-expanded={isOpen}
              onClick={() => toggle(!isOpen)}
            >
              <IconBell size={18} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown className={styles.dropdown} aria-label="Notifications">
          <div className={styles.head}>
            <strong>Notifications</strong>
            <Button variant="subtle" size="compact-sm" disabled={entries.length === 0} onClick={notifications.clear}>
              Clear
            </Button>
          </div>
          {entries.length === 0 ? (
            <p className={styles.empty}>No notifications yet. They are kept here until you close the page.</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keyboard
            <ul className={styles.list} tabIndex={0} aria-label="Newest first">
              {entries.map(({ id, kind, message, at }) => (
                <li key={id} className={styles.entry}>
                  <span className={styles.kind} data-kind={kind}>
                    {WORDS[kind]}
                  </span>
                  <span>{message}</span>
                  <time dateTime={at.toISOString()}>{time.format(at)}</time>
                </li>
              ))}
            </ul>
          )}
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden role="log" aria-live="polite" aria-label="Notifications as they come">
        {entries
          .slice(0, SPOKEN)
          .toReversed()
          .map(({ id, kind, message }) => (
            <p key={id}>
              {WORDS[kind]}: {message}
            </p>
          ))}
      </VisuallyHidden>
    </>
  )
}
