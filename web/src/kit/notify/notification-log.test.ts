import { expect, test } from 'vitest'
import { createNotifications, MAX_LOGGED } from './notification-log.ts'

const AT = new Date('2026-01-05T10:00:00Z')

function notifications() {
  const shown: [string, string, number][] = []
  const created = createNotifications(
    (kind, message, milliseconds) => shown.push([kind, message, milliseconds]),
    () => AT,
  )
  return { ...created, shown }
}

test('a text that is on the screen is not shown again until its notification closes', () => {
  const { show, allowAgain, shown, log } = notifications()
  expect(show('danger', 'Something went wrong', 3000)).toBe(true)
  expect(show('danger', 'Something went wrong', 3000)).toBe(false)
  expect(show('info', 'Something went wrong', 3000)).toBe(false)
  expect(shown).toEqual([['danger', 'Something went wrong', 3000]])
  allowAgain('Something went wrong')
  expect(show('danger', 'Something went wrong', 3000)).toBe(true)
  expect(log.get().entries).toHaveLength(2)
})

test('an action is offered until it is done', () => {
  const { show, removeAct, log } = notifications()
  const [act, other] = [
    { label: 'Undo', run: () => undefined },
    { label: 'Undo', run: () => undefined },
  ]
  show('success', '2 orders released.', 3000, act)
  show('success', '3 orders released.', 3000, other)
  removeAct(act)
  expect(log.get().entries.map(({ message, act: offered }) => [message, offered])).toEqual([
    ['3 orders released.', other],
    ['2 orders released.', undefined],
  ])
})

test('notifications are listed, newest first, and those that do not confirm an own act are counted until read', () => {
  const { show, markRead, log } = notifications()
  show('success', 'Data added successfully.', 3000)
  show('info', 'Another', 3000)
  expect(log.get()).toEqual({
    entries: [
      { id: 2, kind: 'info', message: 'Another', at: AT },
      { id: 1, kind: 'success', message: 'Data added successfully.', at: AT },
    ],
    unread: 1,
  })
  markRead()
  expect(log.get().unread).toBe(0)
})

test('the list has a limit, and can be cleared', () => {
  const { show, clear, log } = notifications()
  for (let count = 0; count <= MAX_LOGGED; count++) show('info', `Note ${count}`, 3000)
  expect(log.get().entries).toHaveLength(MAX_LOGGED)
  expect(log.get().entries[0]?.message).toBe(`Note ${MAX_LOGGED}`)
  clear()
  expect(log.get()).toEqual({ entries: [], unread: 0 })
})
