import { orders } from '@despatch/contract/orders/orders'
import { session as sessionCalls } from '@despatch/contract/sign-in/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NotificationBell } from '../../kit/notify/notification-bell.tsx'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { NoteForm } from './note-form.tsx'
import { OrderNotes } from './order-notes.tsx'

const ORDER = { clientCode: 'ACME', orderNumber: 'A-1' }
const PERSON = { userId: '9', username: 'bob', isStaff: false, isMe: false }
const note = (text: string) => ({
  noteId: '1',
  at: '2026-03-02T09:00:00.000Z',
  by: 'ada',
  note: text,
  isInternal: false,
  isOwn: true,
})

function serverOfNotes() {
  const server = openServer()
  server.answer(orders.colleagues, { colleagues: [PERSON] })
  server.answer(orders.addNote, ({ body }) =>
    body.note.includes('@eve')
      ? refusal('validation_failed', 'No', { note: 'No colleague called @eve' })
      : note(body.note),
  )
  return server
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('New note', { selector: 'textarea' })
async function openForm(who = {}) {
  const opened = await openScreen('/form', who, () => <NoteForm order={ORDER} />)
  await screen.findByRole('button', { name: 'Add note' })
  return opened
}
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' })

test('a note is added as one line, with a colleague mentioned by choice', async () => {
  const server = serverOfNotes()
  const { user } = await openForm()
  await waitFor(() => expect(add().disabled).toBe(true))
  type('Rings twice,\n then waits')
  await user.click(screen.getByPlaceholderText('Mention…'))
  fireEvent.click(await screen.findByRole('option', { name: 'bob' }))
  expect(field().value).toBe('Rings twice,\n then waits @bob ')
  await user.click(add())
  await waitFor(() => expect(field().value).toBe(''))
  expect(server.callsTo(orders.addNote)[0]?.body).toEqual({
    orderNumber: 'A-1',
    note: 'Rings twice, then waits @bob',
    isInternal: false,
  })
})

test('a note that is too long shows its length; a refused one stays', async () => {
  const server = serverOfNotes()
  const { user } = await openForm()
  type('x'.repeat(10_000))
  await screen.findByText('A note is at most 4,000 characters; this one has 10,000')
  await user.click(add())
  expect(server.callsTo(orders.addNote)).toEqual([])
  type('Ask @eve')
  await user.click(add())
  await screen.findByText('No colleague called @eve')
  expect(field().value).toBe('Ask @eve')
})

test('only staff may write internal notes', async () => {
  serverOfNotes()
  const opened = await openForm()
  expect(screen.queryByLabelText('Internal – not shown to the client')).toBeNull()
  opened.unmount()
  serverOfNotes()
  await openForm({ type: 'Internal User', clients: ['ACME', 'BIRCH'] })
  await screen.findByLabelText('Internal – not shown to the client')
})

test('the bell shows a mention, leads to the order, and marks it read', async () => {
  const server = openServer()
  server.answer(sessionCalls.notices, {
    notices: [
      {
        noticeId: '7',
        clientCode: 'ACME',
        at: '2026-03-02T09:00:00.000Z',
        kind: 'mention',
        by: 'bob',
        orderNumber: 'A-1',
        orders: 1,
        isRead: false,
      },
    ],
  })
  server.answer(sessionCalls.readNotices, { message: 'Read.' })
  const { user } = await openScreen('/bell', {}, () => <NotificationBell />)
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const list = within(await screen.findByRole('list', { name: 'From colleagues, newest first' }))
  const link = list.getByRole('link', { name: 'bob mentioned you in a note on order A-1.' })
  expect(link.getAttribute('href')).toContain('orderNumber=A-1&client=ACME#notes')
  await waitFor(() => expect(server.callsTo(sessionCalls.readNotices)[0]?.body).toEqual({ upTo: '7' }))
})

test('a read-only user sees tags and assignee as text', async () => {
  const server = serverOfNotes()
  server.answer(orders.notes, { notes: [], assignee: { userId: '9' } })
  const order = { ...ORDER, tags: ['fragile'], assignedTo: 'bob' }
  await openScreen('/order', { holds: (_leaf, right) => right !== 'Edit' }, () => <OrderNotes order={order} />)
  await screen.findByText('No notes.')
  screen.getByText('fragile')
  screen.getByText('bob')
  expect(screen.queryAllByRole('textbox')).toEqual([])
})
