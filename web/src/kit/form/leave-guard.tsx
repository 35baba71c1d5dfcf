import { Button, Group, Modal, Text } from '@mantine/core'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formInAddress } from '../tabs/form-in-address.ts'
import { saveDraftTitle, notifyDraftSaved } from '../tabs/unsaved-drafts.ts'
import { isClosingTab, cancelClosing } from '../tabs/closing-tab.ts'
import { tabOf } from '../tabs/window-tabs.ts'
import { notify } from '../notify/notify.ts'
import { session } from '../session/session-store.ts'

type LeaveGuardProps = {
  readonly title: string
  readonly isDirty: boolean
  readonly onDiscard: () => void
  /** Keeps the draft now, and gives whether it could be kept. */
  readonly onKeep: () => boolean
  /** What no draft keeps of the changes, as a noun: leaving asks because of it. */
  readonly notKept?: string | undefined
}

/**
 * Asks before the tab of a form with changes is closed. Going elsewhere in the portal, and loading the page again, asks
 * only where the browser could not keep the draft: else nothing is lost by it. Back, which leads nobody knows where, says
 * that it is kept.
 */
export function LeaveGuard({ title, isDirty, onDiscard, onKeep, notKept }: LeaveGuardProps) {
  // Someone who has chosen to leave is not asked again, should the way there load the page again.
  const isLeaving = useRef(false)
  const { state } = useRouter()
  const [tabId] = useState(() => tabIdOf(state.location))
  useEffect(() => {
    if (!isDirty) saveDraftTitle(tabId, undefined)
  }, [isDirty, tabId])
  const blocker = useBlocker({
    shouldBlockFn({ current, next, action }) {
      if (!isDirty || isSameForm(current, next)) return false
      if (isClosingTab() || !onKeep() || notKept) return true
      saveDraftTitle(tabId, title)
      if (action !== 'PUSH' && action !== 'REPLACE') notifyDraftSaved(tabId)
      return false
    },
    enableBeforeUnload: () => isDirty && !isLeaving.current && (!onKeep() || notKept !== undefined),
    withResolver: true,
  })
  // Another client is worked for, and the form goes with the one that it was for. Its draft is that client's.
  useEffect(() => {
    const { client, user } = session.store.get()
    return session.store.subscribe(() => {
      const now = session.store.get()
      const isSwitched = now.client !== client && now.client !== '' && now.user?._id === user?._id
      if (isSwitched && isDirty && onKeep())
        notify.info(
          `What you typed in ${title} is kept for ${client === ALL_CLIENTS ? ALL_CLIENTS_LABEL : `client ${client}`}.`,
        )
    })
  }, [isDirty, onKeep, title])
  const isAsking = blocker.status === 'blocked'
  function leave() {
    isLeaving.current = true
    blocker.proceed?.()
  }
  function keepAndLeave() {
    if (onKeep()) {
      saveDraftTitle(tabId, title)
      notifyDraftSaved(tabId)
    }
    leave()
  }
  function stay() {
    cancelClosing()
    blocker.reset?.()
  }
  return (
    <Modal opened={isAsking} onClose={stay} title={`Leave ${title}?`} size={540}>
      <Text>
        You have changes that are not saved. They can wait here as a draft until you come back
        {notKept ? `, but not ${notKept}.` : '.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="bad" mr="auto" onClick={() => (onDiscard(), leave())}>
          Discard and leave
        </Button>
        <Button variant="default" onClick={stay}>
          Stay
        </Button>
        <Button onClick={keepAndLeave} data-autofocus>
          Keep the draft and leave
        </Button>
      </Group>
    </Modal>
  )
}

/** Lists are narrowed, pages turned and the like while a form stays. */
const isSameForm = (current: Place, next: Place) =>
  tabIdOf(current) === tabIdOf(next) && formInAddress(current.search) === formInAddress(next.search)

type Place = { readonly pathname: string; readonly search: object }

/** Records of one screen have one path, and a tab each. */
function tabIdOf({ pathname, search }: Place): string {
  return tabOf({ pathname, href: '', search: search as Record<string, unknown> })?.id ?? pathname
}
