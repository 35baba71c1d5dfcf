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
  /** Stores the draft now. Returns false if the browser refuses. */
  readonly onStoreDraft: () => boolean
  /** Changes that drafts do not store, as a noun. Leaving asks because of them. */
  readonly notInDraft?: string | undefined
}

/**
 * Asks before the user closes the tab of a form with changes. Other navigation and reloads ask only if the browser could not
 * store the draft; otherwise nothing is lost. Back, whose target is unknown, notifies the user that the draft is stored.
 */
export function LeaveGuard({ title, isDirty, onDiscard, onStoreDraft, notInDraft }: LeaveGuardProps) {
  // Do not ask again if leaving reloads the page.
  const isLeaving = useRef(false)
  const router = useRouter()
  const [tabId] = useState(() => tabIdOf(router.state.location))
  useEffect(() => {
    if (!isDirty) saveDraftTitle(tabId, undefined)
  }, [isDirty, tabId])
  const blocker = useBlocker({
    shouldBlockFn({ current, next, action }) {
      if (!isDirty || isSameForm(current, next)) return false
      if (isClosingTab() || !onStoreDraft() || notInDraft) return true
      saveDraftTitle(tabId, title)
      if (action !== 'PUSH' && action !== 'REPLACE') notifyDraftSaved(tabId)
      return false
    },
    enableBeforeUnload: () => isDirty && !isLeaving.current && (!onStoreDraft() || notInDraft !== undefined),
    withResolver: true,
  })
  // When the user selects another client, the form closes. Its draft belongs to the previous client.
  useEffect(() => {
    const { client, user } = session.store.get()
    return session.store.subscribe(() => {
      const now = session.store.get()
      // Not if the user has left for a screen of another client: the blocker has stored the draft.
      const isHere = tabIdOf(router.latestLocation) === tabId
      const isSwitched = isHere && now.client !== client && now.client !== '' && now.user?._id === user?._id
      if (isSwitched && isDirty && onStoreDraft())
        notify.info(
          `Your draft of ${title} is saved for ${client === ALL_CLIENTS ? ALL_CLIENTS_LABEL : `client ${client}`}.`,
        )
    })
  }, [isDirty, onStoreDraft, title, router, tabId])
  const isAsking = blocker.status === 'blocked'
  function leave() {
    isLeaving.current = true
    blocker.proceed?.()
  }
  function keepAndLeave() {
    if (onStoreDraft()) {
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
        You have unsaved changes. You can keep them as a draft
        {notInDraft ? `, but not ${notInDraft}.` : '.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="bad" mr="auto" onClick={() => (onDiscard(), leave())}>
          Discard and leave
        </Button>
        <Button variant="default" onClick={stay}>
          Stay
        </Button>
        <Button onClick={keepAndLeave} data-autofocus>
          Keep draft and leave
        </Button>
      </Group>
    </Modal>
  )
}

/** Some navigation, such as filtering a list, keeps the form open. */
const isSameForm = (current: FormLocation, next: FormLocation) =>
  tabIdOf(current) === tabIdOf(next) && formInAddress(current.search) === formInAddress(next.search)

type FormLocation = { readonly pathname: string; readonly search: object }

/** The records of a screen share one path, but each has its own tab. */
function tabIdOf({ pathname, search }: FormLocation): string {
  return tabOf({ pathname, href: '', search: search as Record<string, unknown> })?.id ?? pathname
}
