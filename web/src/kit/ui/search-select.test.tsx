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

// Someone fast, a scanner, and someone whose keys come after what the list does when it has opened.
const HANDS = [
  ['all at once', { delay: null }],
  ['a key at a time', { delay: 0 }],
] as const

test.each(HANDS)('part of a name and Enter, %s, choose the first that fits', async (_, hand) => {
  const { chosen, sent, field } = await openOne(null, false)
  await userEvent.setup(hand).keyboard('b{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
  expect(field.value).toBe('Birch Home (BIRCH)')
  expect(sent).not.toHaveBeenCalled()
})

test.each(HANDS)('in a list that opens with the focus too, %s', async (_, hand) => {
  const { chosen, field } = await openOne('ACME', true)
  field.select()
  await userEvent.setup(hand).keyboard('bir{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
})

test('what is typed takes the place of what is chosen, after a click too', async () => {
  const { chosen, field, user } = await openOne('IHUB', true)
  await user.click(field)
  await user.keyboard('bir')
  expect(field.value).toBe('bir')
  await user.keyboard('{Enter}')
  expect(chosen.mock.calls).toEqual([['BIRCH']])
})

test('an arrow goes on from the first that fits, and Enter chooses what it leads to', async () => {
  const { chosen, user } = await openOne(null, true)
  await user.keyboard('a{ArrowDown}{Enter}')
  expect(chosen.mock.calls).toEqual([['ACME']])
})

test('with nothing typed, or the name as it was, Enter changes nothing', async () => {
  const { chosen, field, user } = await openOne('BIRCH', true)
  await user.keyboard('{Enter}')
  field.setSelectionRange(field.value.length, field.value.length)
  await user.keyboard('x{Backspace}{Enter}')
  expect(chosen.mock.calls.flat().filter((code) => code !== 'BIRCH')).toEqual([])
})

test('what fits nothing chooses nothing, and does not send the form with what was chosen before', async () => {
  const { chosen, sent, user } = await openOne(null, true)
  await user.keyboard('zz{Enter}')
  expect(screen.getByText('No client found')).toBeTruthy()
  expect(chosen).not.toHaveBeenCalled()
  expect(sent).not.toHaveBeenCalled()
})

test('of several, each is typed and ended by Enter, and then Enter is the form’s again', async () => {
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
