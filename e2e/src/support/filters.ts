import type { Page } from 'playwright-core'

/** Opens the menu of a list's filters and chooses one: its editor opens, or it is switched on. */
export async function filterBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Saves the filters, order and columns of a list as a view. */
export async function saveView(page: Page, name: string, isShared = false): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  if (isShared) await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Enter')
}

/** The tab of a list's view; `pressed` while the list shows it. */
export const viewTab = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Views' }).getByRole('button', { name })
/** The same while the list shows it. */
export const chosenView = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Views' }).getByRole('button', { name, pressed: true })
