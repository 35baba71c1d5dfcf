import type { Locator, Page } from 'playwright-core'

const LABELS = { release: 'Release', suspend: 'Suspend…', cancel: 'Cancel order…' } as const

/** The actions of the order on the page. */
export const orderActions = (page: Page): Locator => page.getByRole('group', { name: 'Order actions' })

/** The button or menu item of an action, unless it is absent or disabled. Opens the menu for *Cancel order…*. */
export async function actionOf(page: Page, action: keyof typeof LABELS): Promise<Locator | undefined> {
  const acts = orderActions(page)
  const name = { name: LABELS[action], exact: true }
  if (action !== 'cancel') return usable(acts.getByRole('button', name))
  const menu = acts.getByRole('button', { name: 'More actions' })
  if ((await menu.count()) === 0) return undefined
  await menu.click()
  const item = await usable(acts.getByRole('menuitem', name))
  if (!item) await page.keyboard.press('Escape')
  return item
}

const usable = async (control: Locator): Promise<Locator | undefined> =>
  (await control.count()) > 0 && (await control.isEnabled()) ? control : undefined
