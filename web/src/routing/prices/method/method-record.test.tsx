import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { prices, type Price } from '@despatch/contract/routing/prices/prices'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../../testing/open-portal.tsx'
import type { SignInOptions } from '../../../testing/sign-in.ts'

const METHOD = '/carrier-routing-control/carrier-prices?method=DPD-ND'
const PRICE: Price = {
  clientMethodID: 'DPD-ND',
  client: 'ACME',
  carrier: 'DPD',
  carrierName: 'DPD UK',
  active: 'Y',
  activeDates: [],
  carrierService: 'Next Day',
  serviceDescription: 'Next Day',
  methodDescription: 'DPD Next Day',
  contracts: [],
  pricingMethod: 'None',
  chargedFor: 'consignment',
  holdsFrom: null,
  serviceTypes: ['STANDARD'],
  countries: [],
  regions: [],
  transitDays: 1,
  deliveryWeekdays: [0, 1, 2, 3, 4],
  deliversOnHolidays: false,
  version: 1,
  primaryCosting: null,
  secondaryCosting: null,
}
const BOOK = { version: 1, at: null, by: 'Ann', summary: '', broughtBack: null, changes: 0, note: '', warnings: [] }

async function openMethod(who: SignInOptions) {
  const server = openServer()
  server.answer(allocation.ruleBook, { ...BOOK, findings: 0 })
  server.answer(allocation.findings, { version: 1, findings: [], hasMore: false })
  server.answer(prices.costing, PRICE)
  const { user } = await openScreen(METHOD, who)
  return { user, actions: within(await screen.findByRole('group', { name: 'Method actions' })) }
}

test('a method has one primary action, one other, and a menu that deletes it', async () => {
  const { user, actions } = await openMethod({})
  screen.getByText('Carrier active')
  expect(actions.getByRole('link', { name: 'Edit prices' }).getAttribute('data-variant')).toBe('filled')
  expect(actions.getByRole('link', { name: 'Edit method' }).getAttribute('data-variant')).toBe('default')
  expect(actions.queryByText('Delete method…')).toBeNull()
  await user.click(actions.getByRole('button', { name: 'More actions' }))
  await user.click(await actions.findByRole('menuitem', { name: 'Delete method…' }))
  await screen.findByRole('dialog', { name: 'Delete method DPD-ND?' })
})

test('without Edit the actions of a method are disabled, with the reason', async () => {
  const { actions } = await openMethod({ holds: (_leaf, right) => right !== 'Edit' })
  for (const name of ['Edit prices', 'Edit method'])
    expect(actions.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  actions.getByText(/^You need 'Edit' on Carrier Prices/)
})
