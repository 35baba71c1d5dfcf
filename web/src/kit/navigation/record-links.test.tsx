import { screen } from '@testing-library/react'
import { useRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { ReferenceLink } from '../list/columns/cells.tsx'
import { leaveRecord } from '../tabs/leave-record.ts'
import { tabs } from '../tabs/window-tabs.ts'
import { entryOf } from './menu-keys.ts'

const RETURNS = entryOf('reportsAndEnquiries.returnsPortal').path
const DATES = entryOf('carrierRoutingControl.carrierActiveDates').path
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('a link to a record keeps the filters of its own list only', async () => {
  openServer()
  await openScreen(`${RETURNS}?search=lamp&page=2`, {}, () => (
    <>
      <ReferenceLink text="R-1" to={`${RETURNS}?return=R-1`} />
      <ReferenceLink text="DPD" to={`${DATES}?carrier=DPD`} />
    </>
  ))
  expect(await hrefOf('R-1')).toBe(`${RETURNS}?search=lamp&page=2&return=R-1`)
  expect(await hrefOf('DPD')).toBe(`${DATES}?carrier=DPD`)
})

test('a link to a record with its own tab does not keep the list’s filters', async () => {
  openServer()
  await openScreen(`${DATES}?search=lamp`, {}, () => <ReferenceLink text="DPD" to={`${DATES}?carrier=DPD`} />)
  expect(await hrefOf('DPD')).toBe(`${DATES}?carrier=DPD`)
})

test('Cancel leads to the list in its tab, else to the unfiltered list', async () => {
  openServer()
  const Record = () => {
    const router = useRouter()
    return <button onClick={() => void leaveRecord(router, 'carrier-DPD', DATES)}>Cancel</button>
  }
  const { user, search, go } = await openScreen('/record', {}, Record)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText(`Went to ${DATES}`)
  await go('/record')
  tabs.open({ id: DATES, title: 'Active Dates', link: `${DATES}?search=dpd` }, false)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText(/^Went to/)
  expect(search()).toEqual({ search: 'dpd' })
})
