import { invoices } from '@despatch/contract/invoices/invoices'
import { addDays, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { AccountPortal } from '../../../server/src/testing/invoices/account-portal.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { expectFits, SMALL_WINDOWS } from '../support/fits.ts'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

/**
 * The history of one parcel with a cost of £3.26: undercharged, corrected twice, the second correction disputed and
 * partly credited, accrued until it was billed, and posted.
 */

const PARCEL = 'OSP000001X1'
const OTHERS = 'OSP000002X1'
const today = dayOf(new Date())
const SHIPPED = addDays(today, -14)
const PARCELS = '/invoice-reconciliation/invoice-details-parcel'

let stage: Stage
let of: AccountPortal
const ids: Record<string, string> = {}
beforeAll(async () => {
  stage = await openStage()
  await makeClient(stage.portal.testDatabase, { code: 'ZED', name: 'Zed Ltd', settings: { showCosts: true } })
  of = await AccountPortal.on(stage.portal)
  await of.order('ZED', 'OSP000001', [PARCEL], SHIPPED)
  await of.order('YAK', 'OSP000002', [OTHERS], SHIPPED)
  // The accrual is calculated before anything is billed.
  const query = { carriercode: 'OSP', asOf: today }
  const { body } = await of.portal.call(invoices.required, { query }, of.operator)
  expect(body.required.map(({ missing, accrual }) => [missing, accrual])).toEqual([[2, '6.52']])
  const on = { day: today }
  ids['F-1'] = await of.bill(
    'F-1',
    [
      { tracking: PARCEL, base: 2, shipped: SHIPPED },
      { tracking: OTHERS, base: 3.26, shipped: SHIPPED },
    ],
    on,
  )
  ids['F-2'] = await of.bill('F-2', [{ tracking: PARCEL, type: 'ADJ', base: 1.26, shipped: SHIPPED }], on)
  ids['F-3'] = await of.bill('F-3', [{ tracking: PARCEL, type: 'ADJ', base: 1.26, shipped: SHIPPED }], on)
})
afterAll(() => stage.close())

/** Opens *Why?* for the parcel's row on an invoice, and returns the table of its account. */
async function accountOn({ page, go }: Visitor, invoice: string): Promise<Locator> {
  await go(`${PARCELS}?summaryID=${ids[invoice]}`)
  await page.getByRole('button', { name: `Expected cost of ${PARCEL}` }).click()
  const why = page.getByRole('dialog', { name: 'Expected cost' })
  const account = why.getByRole('table', { name: 'Parcel account' })
  await account.waitFor()
  return account
}
/** The texts of a table's rows. */
const linesOf = async (table: Locator) =>
  (await table.getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

/** Accepts the open rows of an invoice, then the invoice. */
async function accept({ page, go }: Visitor, invoice: string, rows: readonly string[]): Promise<void> {
  await go(`${PARCELS}?summaryID=${ids[invoice]}`)
  for (const row of rows) await page.getByRole('row', { name: row }).getByRole('checkbox').check()
  if (rows.length > 0) {
    await page.getByRole('button', { name: /^Accept \d parcel rows?$/ }).click()
    for (const row of rows) await page.getByRole('row', { name: row }).getByText('Accepted', { exact: true }).waitFor()
  }
  await go(`/invoice-reconciliation/invoice-details?summaryID=${ids[invoice]}`)
  await page.getByRole('button', { name: 'Accept invoice…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Accept invoice/ })
  await dialog.getByRole('button', { name: /^Accept/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The account's texts; details about prices and postings depend on the reader. */
const accountTo = ({ priced, posted }: { priced: string; posted: string }) => [
  'Due',
  `The parcel costs £3.26 with Method OSP-1, by the primary price. ${priced} £3.26`,
  'Total due £3.26',
  'Billed',
  `Osprey F-1 ${day} Undercharged${posted} £2.00`,
  `Osprey F-2 ${day} Matched${posted} £1.26`,
  `Osprey F-3 ${day} Overcharged${posted} £1.26`,
  `Osprey F-4 ${day} Matched${posted} −£0.76`,
  'Total billed £3.76',
  'Disputed',
  'D-000001 partly credited, claimed and open £0.50',
  'D-000001 credited £0.76',
  'Claimed and open £0.50',
  'Balance',
  'Due less billed, including claims £0.00',
]
// As the screen shows days of this year.
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(new Date(today))
const day = `${weekday} ${formatDayShort(today).slice(0, -5)}`
const OPERATORS = [
  ...accountTo({
    priced: 'The price was entered on 1 Jan 2026 by test, in carrier rules version 1, and applies to every day.',
    posted: ` posted ${day}`,
  }),
  'Accrual',
  'Accrued until it was billed. £3.26',
  'Reversed by the posting of invoice F-1 −£3.26',
]

test('the clerk disputes the second correction, accepts, posts, and reads the account', async () => {
  const clerk = await visit(stage, {
    clients: [],
    type: 'Internal User',
    holds: (leaf) => leaf === 'invoiceReconciliation',
  })
  const { page, go } = clerk
  await go(`${PARCELS}?summaryID=${ids['F-3']}`)
  const row = page.getByRole('row', { name: PARCEL })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reject 1 parcel row…' }).click()
  const reject = page.getByRole('dialog', { name: `Reject parcel ${PARCEL}?` })
  await reject.locator('strong').getByText('£1.26').waitFor()
  await reject.getByRole('button', { name: 'Not the agreed price' }).click()
  await reject.getByRole('button', { name: 'Reject 1 parcel row' }).click()
  await row.getByRole('link', { name: /^D-0/ }).click()
  const dispute = page.getByRole('dialog', { name: 'Dispute' })
  await dispute.getByRole('button', { name: 'Mark as sent' }).click()
  await dispute.getByText('Sent', { exact: true }).waitFor()

  await accept(clerk, 'F-1', [PARCEL, OTHERS])
  await accept(clerk, 'F-2', [PARCEL])
  await accept(clerk, 'F-3', [])
  await page.getByText('Invoice F-3 is accepted.', { exact: true }).first().waitFor()
  await go('/invoice-reconciliation/postings/post')
  await page.getByRole('button', { name: 'Post 3 invoices' }).waitFor()
  await page.getByRole('button', { name: 'Post 3 invoices' }).click()
  await page.getByRole('heading', { name: 'Posting P-000001' }).waitFor()

  // The carrier credits a part of the claim.
  ids['F-4'] = await of.bill('F-4', [{ tracking: PARCEL, type: 'ADJ', base: -0.76, shipped: SHIPPED }], { day: today })
  await accept(clerk, 'F-4', [])
  await go('/invoice-reconciliation/postings/post')
  await page.getByRole('button', { name: /^Post \d invoice/ }).click()
  await page.getByRole('heading', { name: 'Posting P-000002' }).waitFor()

  expect(await linesOf(await accountOn(clerk, 'F-3'))).toEqual(OPERATORS)
  await expectAccessibleInBoth(page, 'the account of a parcel')
})

test('the administrator reads the same account from another of its invoices', async () => {
  const administrator = await visit(stage, { clients: [], type: 'Internal Administrator' })
  const account = await accountOn(administrator, 'F-1')
  expect(await linesOf(account)).toEqual(OPERATORS)
  await account.getByRole('link', { name: 'F-1', exact: true }).click()
  await administrator.page.getByRole('heading', { name: 'Invoice F-1' }).waitFor()
})

test('a client user reads the account, without postings and other clients', async () => {
  const user = await visit(stage, {
    clients: ['ZED'],
    type: 'Client User',
    holds: (leaf, right) => leaf === 'invoiceReconciliation' && right !== 'Edit',
  })
  const { page, go } = user
  expect(await linesOf(await accountOn(user, 'F-3'))).toEqual(
    accountTo({ priced: 'The price was entered on 1 Jan 2026 and applies to every day.', posted: '' }),
  )
  const why = page.getByRole('dialog', { name: 'Expected cost' })
  expect(await why.innerText()).not.toMatch(/post|accru|test/i)
  await page.keyboard.press('Escape')
  await expectFits(page, 'the parcels of an invoice', SMALL_WINDOWS.phone)
  for (const invoice of ['F-1', 'F-3']) {
    await go(`${PARCELS}?summaryID=${ids[invoice]}`)
    await page.getByRole('heading', { name: 'All parcels' }).waitFor()
    await page.getByRole('row', { name: PARCEL }).waitFor()
    expect(await page.locator('#screen').innerText()).not.toMatch(/OSP000002|YAK/)
  }
  for (const screen of ['postings', 'postings/post', 'disputes']) {
    await go(`/invoice-reconciliation/${screen}`)
    await page.getByText('Only operator staff can open this screen.').waitFor()
  }
})
