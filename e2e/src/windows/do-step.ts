import { isActionAllowed, ORDER_STATUSES, statusAfter } from '@despatch/domain/orders/order-status'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { assert } from './breach.ts'
import { isSame } from './check.ts'
import { type Desk, orderNumberOf, type World } from './desk.ts'
import { isAnswered, pressWith, reachesServer } from './faults.ts'
import { FORMS, recordOf } from './forms.ts'
import { changeElsewhere, type ClientRecords, readRecords } from './client-records.ts'
import { actionOf, orderActions } from './order-action.ts'
import type { FormName, OrderName, Step, StepOf } from './step.ts'

const LIST = '/order-management/order_suspend_amend_or_cancel'
const CHANGED = 'Changed since you opened this list'

type ExpectedByClient = ReadonlyMap<string, ClientRecords>
type Done = 'done' | 'left out'
type On = { readonly world: World; readonly desk: Desk; readonly expected: ClientRecords }

/** Performs a step in its window and updates the expected records. Leaves out a step that is not possible now. */
export async function doStep(world: World, expectedByClient: ExpectedByClient, step: Step): Promise<Done> {
  const desk = world.desks[step.in]
  const expected = expectedByClient.get(desk.client)
  if (!expected) throw new Error(`There is no client ${desk.client}`)
  const on = { world, desk, expected }
  switch (step.do) {
    case 'look':
      await desk.go(recordOf(desk.client, step.order))
      await desk.quiet()
      desk.at = { is: 'record', order: step.order }
      return 'done'
    case 'list':
      await desk.go(LIST)
      await desk.quiet()
      desk.at = { is: 'list' }
      return 'done'
    case 'type':
      return type(on, step)
    case 'leave':
      return leaveBy(on, step)
    case 'send':
      return send(on, step)
    case 'command':
      return command(on, step)
    case 'all':
      return all(on, step)
    case 'switch':
      return switchClient(on)
    case 'minute':
      return letMinutePass(on)
  }
}

type FormOf = { readonly form: FormName; readonly order: OrderName }

const keyOf = ({ client }: Desk, { form, order }: FormOf) => `${client} ${form} ${form === 'note' ? order : 1}`

/** The first form of the client with typed values. */
function firstTyped({ client, typed }: Desk): FormOf | undefined {
  const key = [...typed.keys()].find((one) => one.startsWith(`${client} `))
  if (key === undefined) return undefined
  const [, form, order] = key.split(' ')
  return { form: form as FormName, order: Number(order) as OrderName }
}

/** Opens a form and checks that it shows what was typed before. */
async function openForm({ desk }: On, step: FormOf): Promise<Locator> {
  const form = await FORMS[step.form].open(desk, step.order)
  desk.at = step.form === 'note' ? { is: 'record', order: step.order } : { is: 'form' }
  for (const [label, text] of Object.entries(desk.typed.get(keyOf(desk, step))?.values ?? {})) {
    const shown = await form.getByLabel(label, { exact: true }).inputValue()
    assert(isSame(shown, text), `${desk.name}: ${label} shows '${shown}' instead of '${text}', which was typed`)
  }
  return form
}

async function type(on: On, step: StepOf<'type'>): Promise<Done> {
  const { desk } = on
  const { text, count, prepare } = FORMS[step.form]
  const key = keyOf(desk, step)
  const before = desk.typed.get(key)
  // Its number is taken, so the server would refuse another order.
  if (step.form === 'order' && before?.sent?.isSaved) return 'left out'
  const form = await openForm(on, step)
  if (!before) await prepare?.(form)
  await form.getByLabel(text, { exact: true }).fill(step.text)
  if (count) await form.getByLabel(count, { exact: true }).fill(step.count)
  const values = { [text]: step.text, ...(count && { [count]: step.count }) }
  desk.typed.set(key, { values, ...(before?.sent && { sent: before.sent }) })
  return 'done'
}

async function leaveBy({ desk }: On, { way }: StepOf<'leave'>): Promise<Done> {
  const { page } = desk
  if (desk.at.is === 'elsewhere') return 'left out'
  if (way === 'Escape') await page.keyboard.press('Escape')
  else if (way === 'Back') await page.goBack()
  else if (way === 'F5') await page.reload()
  else await desk.go('/')
  await page.locator('h1').first().waitFor()
  await desk.quiet()
  // Only a record stays open after Escape and F5.
  if (desk.at.is !== 'record' || way === 'Back' || way === 'a menu entry') desk.at = { is: 'elsewhere' }
  return 'done'
}

async function send(on: On, step: StepOf<'send'>): Promise<Done> {
  const { desk, expected } = on
  const of = firstTyped(desk)
  const key = of && keyOf(desk, of)
  const typed = key && desk.typed.get(key)
  if (!of || !key || !typed) return 'left out'
  const spec = FORMS[of.form]
  const form = await openForm(on, of)
  const { fault } = step
  const button = form.getByRole('button', { name: spec.button, exact: true })
  await pressWith(desk.page, fault, spec.path, {
    press: (times) => button.click({ clickCount: times }),
    settled: desk.quiet,
  })
  const text = JSON.stringify(typed.values)
  const isSavedOtherwise = typed.sent?.isSaved === true && typed.sent.text !== text
  if (isSavedOtherwise) {
    // The form says that the values sent first are saved. Later changes must be sent again.
    if (reachesServer(fault) && isAnswered(fault)) desk.typed.set(key, { values: typed.values })
    if (of.form !== 'note') desk.at = { is: 'form' }
    return 'done'
  }
  const wasSaved = typed.sent?.isSaved === true
  if (reachesServer(fault) && !wasSaved) {
    const [first = '', second = ''] = Object.values(typed.values)
    expected[spec.savesTo].push(spec.savedText(first, second))
  }
  if (isAnswered(fault)) desk.typed.delete(key)
  else desk.typed.set(key, { values: typed.values, sent: { text, isSaved: wasSaved || reachesServer(fault) } })
  if (of.form !== 'note') desk.at = { is: 'elsewhere' }
  return 'done'
}

/** If the order can no longer be changed like this, the button names no orders and is disabled. */
const CONFIRMS = {
  release: /^Release (?:order|.+ orders?)$/,
  suspend: /^Suspend (?:order|.+ orders?)$/,
  cancel: /^Cancel (?:order|.+ orders?)$/,
} as const

async function command(on: On, step: StepOf<'command'>): Promise<Done> {
  const { world, desk, expected } = on
  const { page, at, client, quiet } = desk
  const { action, fault } = step
  if (at.is !== 'record') return 'left out'
  const orderNumber = orderNumberOf(at.order)
  const shown = desk.shown.get(`${client} ${orderNumber}`)
  if (!shown || !isActionAllowed(shown.status, action)) return 'left out'
  const path = new RegExp(`/api/orders/${action}$`)
  const now = async () => {
    const { versions, statuses } = await readRecords(world, client)
    return { version: versions.get(orderNumber) ?? 0, status: statuses.get(orderNumber) ?? 'N' }
  }
  let before = await now()
  const press = (button: Locator) => (times: 1 | 2) => button.click({ clickCount: times })
  const done = () => {
    if (reachesServer(fault) && isActionAllowed(before.status, action))
      expected.statuses.set(orderNumber, statusAfter(before.status, action))
  }
  // It is disabled while an earlier command runs.
  const first = await actionOf(page, action)
  if (!first) return 'left out'
  // A failed pre-flight is tried again: after a short network failure, the release continues.
  const decided = async () => {
    await quiet()
    await expect
      .poll(() => orderActions(page).getByRole('button', { name: 'Release', disabled: true }).count(), {
        timeout: 30_000,
      })
      .toBe(0)
    await quiet()
  }
  desk.preflightVersion = undefined
  if (action === 'release') await pressWith(page, fault, path, { press: press(first), settled: decided, mayAsk: true })
  else {
    await first.click()
    await quiet()
  }
  const dialog = page.getByRole('dialog')
  const isAsked = (await dialog.count()) > 0
  // Use the version of the pre-flight: it may be newer than the model's if an answer came just before the press.
  const isStale = before.version !== (desk.preflightVersion ?? shown.version)
  if (!isAsked) {
    assert(
      action === 'release' && !isStale,
      `${desk.name}: ${action} of ${orderNumber} asked nothing, though it changed`,
    )
    done()
    return 'done'
  }
  // The pre-flight failed without the network.
  const retry = dialog.getByRole('button', { name: 'Try again' })
  if ((await retry.count()) > 0) {
    await retry.click()
    await quiet()
  }
  const isNamed = (await dialog.getByText(CHANGED).count()) > 0
  assert(isNamed === isStale, `${desk.name}: the question does ${isNamed ? '' : 'not '}say that ${orderNumber} changed`)
  let isLate = false
  if (step.meanwhile) {
    const status = await changeElsewhere(world, client, { orderNumber, status: before.status })
    expected.statuses.set(orderNumber, status)
    isLate = true
    before = { ...(await now()), status }
  }
  if (action !== 'release') await dialog.getByRole('radio').first().check()
  const confirm = dialog.getByRole('button', { name: CONFIRMS[action] })
  if (!step.confirms || !(await confirm.isEnabled())) {
    await page.keyboard.press('Escape')
    await quiet()
    return 'done'
  }
  await pressWith(page, fault, path, { press: press(confirm), settled: quiet })
  if (!isLate) done()
  // After a refusal the message is above, or the dialog stays open.
  if ((await dialog.count()) > 0) await page.keyboard.press('Escape')
  await quiet()
  return 'done'
}

async function all({ world, desk, expected }: On, step: StepOf<'all'>): Promise<Done> {
  const { page, client, quiet } = desk
  if (desk.at.is !== 'list') return 'left out'
  const boxes = page.getByRole('checkbox', { name: 'Select all rows that are loaded' })
  if ((await boxes.count()) === 0) return 'left out'
  await boxes.check()
  await page.getByRole('button', { name: /^Suspend \d+ orders?…$/ }).click()
  await quiet()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByRole('radio').first().check()
  const confirm = dialog.getByRole('button', { name: /^Suspend (?:order|\d+ orders?)$/ })
  if (!step.confirms || !(await confirm.isEnabled())) {
    await page.keyboard.press('Escape')
    await quiet()
    desk.at = { is: 'elsewhere' }
    return 'done'
  }
  const listed = await page.locator('tr[data-index]').allInnerTexts()
  await confirm.click()
  await quiet()
  const { statuses } = await readRecords(world, client)
  for (const [order, status] of expected.statuses)
    if (isActionAllowed(status, 'suspend') && listed.some((row) => row.includes(order)))
      expected.statuses.set(order, statusAfter(status, 'suspend'))
  assert(statuses.size === expected.statuses.size, `${desk.name}: orders are missing`)
  desk.at = { is: 'elsewhere' }
  return 'done'
}

async function switchClient({ world, desk }: On): Promise<Done> {
  const { page, quiet } = desk
  const next = world.clients.find((client) => client !== desk.client) ?? desk.client
  // A drawer covers the client field.
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.keyboard.press('Escape')
    await quiet()
  }
  const field = page.locator('[data-client-switcher]')
  await field.click()
  await field.fill(next)
  await page.keyboard.press('Enter')
  await quiet()
  desk.client = next
  desk.at = { is: 'elsewhere' }
  return 'done'
}

/** Lets a minute pass and checks that the window shows what others changed. */
async function letMinutePass({ world, desk }: On): Promise<Done> {
  const { page, quiet, at, client } = desk
  await page.clock.fastForward(60_000)
  await quiet()
  const { versions, statuses, orders } = await readRecords(world, client)
  if (at.is === 'list') {
    const listed = await page.locator('tr[data-index]').allInnerTexts()
    for (const [order, status] of statuses) {
      const title = ORDER_STATUSES[status].description.toLowerCase()
      const isListed = listed.some((row) => row.includes(order) && row.toLowerCase().includes(title))
      assert(isListed === (status !== 'C'), `${desk.name}: the list does not show ${order} as ${status} after a minute`)
    }
    const open = [...statuses.values()].filter((status) => status !== 'C').length + orders.length
    assert(listed.length === open, `${desk.name}: the list shows ${listed.length} of ${open} orders after a minute`)
  }
  if (at.is !== 'record') return 'done'
  const orderNumber = orderNumberOf(at.order)
  const [shown, right] = [desk.shown.get(`${client} ${orderNumber}`)?.version, versions.get(orderNumber)]
  assert(
    shown === right,
    `${desk.name}: ${orderNumber} is shown in version ${shown} a minute after version ${right} came`,
  )
  return 'done'
}
