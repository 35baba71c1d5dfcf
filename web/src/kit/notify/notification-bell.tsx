import { Button, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import type { Notice } from '@despatch/contract/sign-in/notices'
import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { useStore } from '../browser/store.ts'
import { MomentText } from '../list/columns/cells.tsx'
import { orderAddress } from '../navigation/addresses.ts'
import { entryOf } from '../navigation/menu-keys.ts'
import { screenAddress } from '../navigation/screen-address.ts'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { markNoticesRead, noticeText, useNotices } from './use-notices.ts'
import { CountedPopover } from '../ui/counted-popover.tsx'
import styles from './notification-bell.module.css'
import { ActingMessage } from './acting-message.tsx'
import { runAct, notifications } from './notify.ts'

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: OPERATOR_ZONE,
})
const KIND_LABELS = { success: 'Done', danger: 'Error', info: 'Note' } as const
/** A screen reader reads only new notifications, so the last few are enough. */
const MAX_SPOKEN = 5

/** The list of notifications, and the live region that announces new ones to screen readers. */
export function NotificationBell() {
  const { entries, unread: unreadHere } = useStore(notifications.log)
  const { notices, unread: unreadNotices } = useNotices()
  const unread = unreadHere + unreadNotices
  const [isOpen, setIsOpen] = useState(false)

  function toggle(open: boolean) {
    setIsOpen(open)
    if (!open) return
    notifications.markRead()
    markNoticesRead(notices)
  }

  return (
    <>
      <CountedPopover
        title="Notifications"
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        icon={<IconBell size={18} />}
        count={unread}
        width={380}
        isOpen={isOpen}
        onToggle={toggle}
        className={styles.dropdown}
      >
        <div className={styles.head}>
          <strong>Notifications</strong>
          <Button variant="subtle" size="compact-sm" disabled={entries.length === 0} onClick={notifications.clear}>
            Clear
          </Button>
        </div>
        {notices.length > 0 && <ColleagueNotices notices={notices} onFollow={() => setIsOpen(false)} />}
        {entries.length === 0 ? (
          <p className={styles.empty}>No notifications yet. They stay here until you sign out.</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keyboard
          <ul className={styles.list} tabIndex={0} aria-label="Newest first">
            {entries.map(({ id, kind, message, at, act }) => (
              <li key={id} className={styles.entry}>
                <span className={styles.kind} data-kind={kind}>
                  {KIND_LABELS[kind]}
                </span>
                <span>
                  {act ? <ActingMessage message={message} act={act} onAct={() => runAct(message, act)} /> : message}
                </span>
                <time dateTime={at.toISOString()}>{time.format(at)}</time>
              </li>
            ))}
          </ul>
        )}
      </CountedPopover>
      <VisuallyHidden role="log" aria-live="polite" aria-label="Notifications as they come">
        {entries
          .slice(0, MAX_SPOKEN)
          .toReversed()
          .map(({ id, kind, message }) => (
            <p key={id}>
              {KIND_LABELS[kind]}: {message}
            </p>
          ))}
      </VisuallyHidden>
    </>
  )
}

type ColleagueNoticesProps = { readonly notices: readonly Notice[]; readonly onFollow: () => void }

/** Notices from colleagues, each with a link to its orders. */
function ColleagueNotices({ notices, onFollow }: ColleagueNoticesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keyboard
    <ul className={styles.list} tabIndex={0} aria-label="From colleagues, newest first">
      {notices.map((notice) => (
        <li key={notice.noticeId} className={styles.entry}>
          <span className={styles.kind} data-kind="info">
            {notice.isRead ? 'Seen' : 'New'}
          </span>
          <ScreenLink to={addressOf(notice)} onClick={onFollow}>
            {noticeText(notice)}
          </ScreenLink>
          <MomentText at={notice.at} />
        </li>
      ))}
    </ul>
  )
}

const OPEN_ORDERS = entryOf('orderManagement.orderSuspendAmendOrCancel').path
const addressOf = ({ orderNumber, clientCode: client }: Notice) =>
  orderNumber
    ? orderAddress({ orderNumber, client }, 'notes')
    : screenAddress<{ readonly assignee: readonly string[] }>(OPEN_ORDERS)({ assignee: ['me'] })
