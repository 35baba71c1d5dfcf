import type { Page } from 'playwright-core'
import type { Hand } from './hand.ts'

/** The records of the jobs. They are chosen beforehand, so that finding them counts only if it is the job. */
export type Subject = {
  readonly customer: string
  readonly trackingNumber: string
  /** The created order, which later jobs use. */
  orderNumber: string
}
export type Job = {
  readonly title: string
  readonly do: (hand: Hand, page: Page, subject: Subject) => Promise<void>
  /** Preparation that is not counted. */
  readonly tidyUp?: (page: Page, subject: Subject) => Promise<void>
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const orderHead = (page: Page) => heading(page, /^Order /)
const dialog = (page: Page) => page.getByRole('dialog')

/** Finds a record in the palette: opens it, types, and moves down to the match with this text. */
async function find(hand: Hand, page: Page, text: string, offered: string): Promise<void> {
  await hand.press('Control+k')
  await page.getByRole('textbox', { name: /^Search orders/ }).waitFor()
  await hand.type(text)
  const wanted = page.locator('.mantine-Spotlight-action', { hasText: offered }).first()
  await hand.read(wanted)
  for (let steps = 0; steps < 20 && !(await wanted.getAttribute('data-selected')); steps += 1)
    await hand.press('ArrowDown')
  await hand.press('Enter')
  await wanted.waitFor({ state: 'hidden' })
}

async function openOrder(hand: Hand, page: Page, orderNumber: string): Promise<void> {
  await hand.press('Control+k')
  await page.getByRole('textbox', { name: /^Search orders/ }).waitFor()
  await hand.type(orderNumber)
  await hand.press('Enter')
  await page.getByRole('textbox', { name: /^Search orders/ }).waitFor({ state: 'hidden' })
  await hand.read(heading(page, `Order ${orderNumber}`))
}

/** The ten most frequent jobs of a shift, each by the shortest way known to a practised user. */
export const JOBS: readonly Job[] = [
  {
    title: 'See what waits this morning, and open the worst of it',
    do: async (hand, page) => {
      await hand.press('g', 'h')
      const first = page.getByRole('region', { name: 'To do' }).getByRole('link').first()
      await hand.read(first)
      await hand.press('j', 'Enter')
      await hand.read(page.locator('[data-rows] a'))
    },
  },
  {
    title: 'Create an order of one line',
    do: async (hand, page) => {
      await hand.press('g', 'c')
      const client = page.getByRole('tabpanel').getByRole('combobox', { name: 'Client' })
      await hand.read(client)
      await hand.type('ac')
      await hand.press('Enter')
      await hand.read(page.getByLabel('Order reference'))
      await hand.tabTo(page.getByLabel('First name'))
      await hand.type('Ada')
      await hand.tabTo(page.getByLabel('Last name'))
      await hand.type('Lovelace')
      await hand.tabTo(page.getByLabel('Email'))
      await hand.type('ada@example.com')
      await hand.tabTo(page.getByLabel('Postcode'))
      await hand.type('BS1 6QH')
      await hand.tabTo(page.getByLabel('Address line 1'))
      await hand.type('12 Canon’s Way')
      await hand.tabTo(page.getByRole('combobox', { name: 'SKU of line 1' }))
      await hand.type('AC-')
      await hand.read(page.getByRole('option'))
      await hand.press('Enter')
      await hand.read(page.getByText(/£[\d.]+ each/))
      await hand.press('Control+s')
      await hand.read(page.getByRole('link', { name: 'Open the order' }))
    },
    tidyUp: async (page, subject) => {
      await page.getByRole('link', { name: 'Open the order' }).click()
      await orderHead(page).waitFor()
      subject.orderNumber = /^Order\s+(\S+)/.exec(await orderHead(page).innerText())?.[1] ?? ''
      await page.goto('/home')
      await page.getByRole('region', { name: 'To do' }).waitFor()
    },
  },
  {
    title: 'Release the new orders of one service and one carrier',
    do: async (hand, page) => {
      await hand.press('g', 'v')
      await page.getByRole('toolbar', { name: 'Views' }).waitFor()
      await hand.press('/')
      await hand.type('dpd named day')
      await hand.read(page.getByText('Carrier DPD, Service NAMED DAY'))
      await hand.press('Enter')
      await page.getByRole('button', { name: 'Carrier: DPD', exact: true }).waitFor()
      await hand.read(page.getByRole('button', { name: /^Release (?:all|the) ?\d+ orders/ }))
      await hand.press('r')
      const asked = dialog(page).getByRole('button', { name: /^Release \d+ orders?$/ })
      const undo = page.getByRole('button', { name: 'Undo', exact: true })
      await hand.read(asked.or(undo))
      // The dialog opens only if something needs a decision.
      if (await asked.isVisible()) {
        await hand.press('Control+Enter')
        await hand.read(undo)
      }
    },
    // Restore the demo's orders for the next run.
    tidyUp: async (page) => {
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
      await page
        .getByText(/restored|again\.$/)
        .first()
        .waitFor()
    },
  },
  {
    title: 'Find an order by the customer’s name, and see where it stands',
    do: async (hand, page, { customer }) => {
      await find(hand, page, customer, ` · ${customer}`)
      await hand.read(orderHead(page))
    },
  },
  {
    title: 'Find a parcel by the last five of its number, and see where it is',
    do: async (hand, page, { trackingNumber }) => {
      await find(hand, page, trackingNumber.slice(-5), trackingNumber)
      await hand.read(page.getByRole('tabpanel').getByText(trackingNumber))
    },
  },
  {
    title: 'Say which parcels of a carrier are late',
    do: async (hand, page) => {
      await hand.press('g', 'd')
      const carrier = page.getByRole('table').getByRole('rowheader').getByRole('link').first()
      await hand.read(carrier)
      await hand.press('j', 'Enter')
      await hand.read(page.locator('[data-rows] a'))
    },
  },
  {
    title: 'Say why an order goes by this carrier',
    do: async (hand, page, { orderNumber }) => {
      await openOrder(hand, page, orderNumber)
      await hand.press('w')
      await hand.read(page.getByRole('table', { name: 'Every candidate, in its ranking' }))
      await hand.press('Escape')
    },
  },
  {
    title: 'Suspend an order, with a reason',
    do: async (hand, page, { orderNumber }) => {
      await openOrder(hand, page, orderNumber)
      await hand.press('s')
      await hand.read(dialog(page).getByRole('radio'))
      await hand.press('1')
      await dialog(page).getByRole('button', { name: 'Suspend order' }).waitFor()
      await hand.press('Enter')
      await hand.read(page.getByText(/suspended\.$/))
    },
  },
  {
    title: 'Correct the address of an order',
    do: async (hand, page, { orderNumber }) => {
      await openOrder(hand, page, orderNumber)
      await hand.press('a')
      await hand.read(heading(page, `Amend ${orderNumber}`))
      await hand.click(page.getByLabel('Address line 2'))
      await hand.type('Flat 2')
      await hand.press('Control+s')
      await hand.read(page.getByText('Data updated successfully.'))
    },
  },
  {
    title: 'Cancel an order, with a reason',
    do: async (hand, page, { orderNumber }) => {
      await openOrder(hand, page, orderNumber)
      await hand.press('c')
      await hand.read(dialog(page).getByRole('radio'))
      await hand.press('1')
      await dialog(page).getByRole('button', { name: 'Cancel order' }).waitFor()
      await hand.press('Enter')
      await hand.read(page.getByText(/cancelled\.$/))
    },
  },
]
