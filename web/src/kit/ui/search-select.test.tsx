import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { SearchMultiSelect, SearchSelect } from './search-select.tsx'

const CLIENTS = [
  { value: 'IHUB', label: 'Add All' },
  { value: 'ACME', label: 'Acme Retail (ACME)' },
  { value: 'BIRCH', label: 'Birch Home (BIRCH)' },
]

async function openOne(value: string | null, openOnFocus: boolean) {
  const chosen = vi.fn<(value: string | null) => void>()
  const sent = vi.fn<() => void>()
  function Page() {
    const [now, setNow] = useState(value)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
        }}
      >
        <SearchSelect
          label="Client"
          data={CLIENTS}
          value={now}
          allowDeselect={false}
          openOnFocus={openOnFocus}
          nothingFoundMessage="No client found"
          comboboxProps={{ withinPortal: false }}
          onChange={(code) => {
            setNow(code)
            chosen(code)
          }}
        />
        <button type="submit">Send</button>
      </form>
    )
  }
  const opened = await openScreen('/home', {}, Page)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Client' })
  field.focus()
  return { ...opened, field, chosen, sent }
}

// Fast typists, scanners, and slow typists, whose keys arrive after the list has opened.
const HANDS = [
  ['all at once', { delay: null }],
  ['a key at a time', { delay: 0 }],
] as const

test.each(HANDS)('part of a name and Enter choose the first match, %s', async (_, hand) => {
  const { chosen, sent, field } = await openOne(null, false)
  await userEvent.setup(hand).keyboard('b{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
  expect(field.value).toBe('Birch Home (BIRCH)')
  expect(sent).not.toHaveBeenCalled()
})

test.each(HANDS)('Enter also chooses the first match in a list that opens on focus, %s', async (_, hand) => {
  const { chosen, field } = await openOne('ACME', true)
  field.select()
  await userEvent.setup(hand).keyboard('bir{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
})

test('typing replaces the chosen value, also after a click', async () => {
  const { chosen, field, user } = await openOne('IHUB', true)
  await user.click(field)
  await user.keyboard('bir')
  expect(field.value).toBe('bir')
  await user.keyboard('{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
})

test('the arrow moves on from the first match, and Enter chooses the marked one', async () => {
  const { chosen, user } = await openOne(null, true)
  await user.keyboard('a{ArrowDown}{Enter}')
  expect(chosen.mock.calls).toEqual([['ACME']])
})

test('Enter changes nothing if the text is empty or unchanged', async () => {
  const { chosen, field, user } = await openOne('BIRCH', true)
  await user.keyboard('{Enter}')
  field.setSelectionRange(field.value.length, field.value.length)
  await user.keyboard('x{Backspace}{Enter}')
  expect(chosen.mock.calls.flat().filter((code) => code !== 'BIRCH')).toEqual([])
})

test('a text without a match chooses nothing and does not submit the form', async () => {
  const { chosen, sent, user } = await openOne(null, true)
  await user.keyboard('zz{Enter}')
  expect(screen.getByText('No client found')).toBeTruthy()
  expect(chosen).not.toHaveBeenCalled()
  expect(sent).not.toHaveBeenCalled()
})

test('Enter adds each typed value, and submits the form when nothing is typed', async () => {
  const sent = vi.fn<(codes: string[]) => void>()
  function Page() {
    const [codes, setCodes] = useState<string[]>([])
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(codes)
        }}
      >
        <SearchMultiSelect label="Clients" data={CLIENTS} value={codes} hidePickedOptions onChange={setCodes} />
        <button type="submit">Send</button>
      </form>
    )
  }
  const { user } = await openScreen('/home', {}, Page)
  const field = await screen.findByRole('combobox', { name: 'Clients' })
  field.focus()
  await user.keyboard('bir{Enter}acm{Enter}')
  expect(sent).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(sent.mock.calls).toEqual([[['BIRCH', 'ACME']]])
})
