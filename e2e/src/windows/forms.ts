import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { CREATE, ORDER } from '../support/orders.ts'
import { type Desk, orderNumberOf, SKU } from './desk.ts'
import { COUNTS } from './random-steps.ts'
import type { FormName, OrderName } from './step.ts'

export const STOCK = '/skus-and-stock/stock-reservation'
export const recordOf = (client: string, order: OrderName) =>
  `${ORDER}?orderNumber=${orderNumberOf(order)}&client=${client}`

type Form = {
  /** Opens it in its window, with that window's draft. */
  open(desk: Desk, order: OrderName): Promise<Locator>
  /** Labels of its text field and of its count field, if it has one. */
  readonly text: string
  readonly count?: string
  /** Fills in the other required fields, once. */
  prepare?(form: Locator): Promise<void>
  readonly button: string
  readonly path: RegExp
  /** Where it is saved, and as which text. */
  readonly savesTo: 'notes' | 'reservations' | 'orders'
  savedText(text: string, count: string): string
}

const counted = (text: string, count: string) => `${text}: ${COUNTS[count]}`

export const FORMS: Readonly<Record<FormName, Form>> = {
  note: {
    async open({ page, go, client }, order) {
      await go(recordOf(client, order))
      const form = page.getByRole('form', { name: 'New note' })
      await form.waitFor()
      return form
    },
    text: 'New note',
    button: 'Add note',
    path: /\/api\/orders\/notes$/,
    savesTo: 'notes',
    savedText: (text) => text,
  },
  reservation: {
    async open({ page, go, quiet }) {
      await go(STOCK)
      await quiet()
      const form = page.getByRole('dialog', { name: 'Reserve stock' })
      if ((await form.count()) === 0) await page.getByRole('button', { name: 'Reserve stock' }).click()
      await form.getByLabel('Units').waitFor()
      return form
    },
    text: 'Note',
    count: 'Units',
    async prepare(form) {
      await form.getByRole('combobox', { name: 'SKU' }).fill(SKU)
      await form.getByLabel('Until').fill('31/12/2099')
    },
    button: 'Reserve',
    path: /\/api\/sku\/reservations$/,
    savesTo: 'reservations',
    savedText: counted,
  },
  order: {
    async open({ page, go, quiet }) {
      await go(CREATE)
      await quiet()
      // After creating an order, the screen shows it and offers another.
      const another = page.getByRole('button', { name: 'Create another' })
      if ((await another.count()) > 0) await another.click()
      const form = page.getByRole('form', { name: 'Create New Order' })
      await expect.poll(() => form.getByLabel('Order reference').inputValue(), { timeout: 30_000 }).not.toBe('')
      return form
    },
    text: 'Last name',
    count: 'Quantity of line 1',
    async prepare(form) {
      await form.getByLabel('First name').fill('Ada')
      await form.getByLabel('Email').fill('ada@example.com')
      await form.getByLabel('Postcode').fill('SW1Y 4JH')
      await form.getByLabel('Address line 1').fill('12 St James Square')
      await form.getByRole('combobox', { name: 'SKU of line 1' }).fill(SKU)
      await form.page().getByRole('option', { name: SKU }).click()
    },
    button: 'Create order',
    path: /\/api\/orders\/create$/,
    savesTo: 'orders',
    savedText: counted,
  },
}
