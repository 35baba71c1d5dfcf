import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { useListedRecords } from '../list/listed-records.ts'
import { ENQUIRY_SCREENS } from '../navigation/addresses.ts'
import { BackLink } from './back-link.tsx'

type Row = { readonly id: string }
const LIST = ENQUIRY_SCREENS.search
const addressOf = ({ id }: Row) => `/record?id=${id}`
const rows = ['A', 'B', 'C'].map((id) => ({ id }))

function List() {
  useListedRecords({ table: { rows }, foot: { page: 3, pageSize: 50 }, total: 1104 }, addressOf)
  return <h1>List</h1>
}
const RecordOf = ({ id }: Row) => <BackLink paths={[LIST]} of={{ address: addressOf({ id }), noun: 'order' }} />
const nameOf = (button: HTMLElement) => [button.getAttribute('aria-label'), button.hasAttribute('disabled')]

test('a record opened from a list says its place there, and leads to its neighbours', async () => {
  await openScreen(LIST, {}, List)
  await screen.findByRole('heading', { name: 'List' })
  await openScreen('/record?id=A', {}, () => <RecordOf id="A" />)
  expect(await screen.findByText('101 of 1,104')).toBeDefined()
  expect(screen.getAllByRole('button').map(nameOf)).toEqual([
    ['Previous order', true],
    ['Next order', false],
  ])
})

test('a record that the list does not show has no place', async () => {
  await openScreen('/record?id=Z', {}, () => <RecordOf id="Z" />)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Order & Returns Enquiry' })).toBeDefined())
  expect(screen.queryByRole('button')).toBeNull()
})
