import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'

type Given = {
  readonly title: string
  readonly isDirty: boolean
  readonly onDiscard: () => void
}

/** Asks before a screen with changes is left. The draft can stay; only discarding loses what was typed. */
export function LeaveGuard({ title, isDirty, onDiscard }: Given) {
  // Somebody who has chosen to leave is not asked again, should the way there load the page anew.
  const isLeaving = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !isLeaving.current,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked'
  function leave() {
    isLeaving.current = true
    blocker.proceed?.()
  }
  return (
    <Modal opened={isAsking} onClose={() => blocker.reset?.()} title={`Leave ${title}?`} size={540}>
      <Text>You have changes that are not saved. They can wait here as a draft until you come back.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="bad" mr="auto" onClick={() => (onDiscard(), leave())}>
          Discard and leave
        </Button>
        <Button variant="default" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button onClick={leave} data-autofocus>
          Keep the draft and leave
        </Button>
      </Group>
    </Modal>
  )
}
