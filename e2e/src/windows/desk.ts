import { orders as orderCalls } from '@despatch/contract/orders/orders'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { Page } from 'playwright-core'
import { makeClient, makeSession, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import type { SignedIn } from '../../../server/src/testing/test-portal.ts'
import { leave, type Stage, visit } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'
import { walk } from '../support/walk.ts'
import { type OrderName, WINDOWS, type WindowName } from './step.ts'

export const SKU = 'LAMP'
export const ORDER_NAMES: readonly OrderName[] = [1, 2, 3]
export const orderNumberOf = (name: OrderName) => `O-${name}`

/** What was typed into a form of a window, by the labels of its fields. */
export type Typed = {
  values: Readonly<Record<string, string>>
  /** The values last sent without receiving an answer, and whether they reached the server. */
  sent?: { readonly text: string; readonly isSaved: boolean }
}

/** Where a window is; `elsewhere` if the model does not know. */
export type Place =
  | { readonly is: 'record'; readonly order: OrderName }
  | { readonly is: 'list' | 'elsewhere' | 'form' }

/** A window of the portal, and what the model knows about it. */
export type Desk = {
  readonly name: WindowName
  readonly page: Page
  /** Waits until all requests are answered and drawn. */
  readonly quiet: () => Promise<void>
  readonly go: (path: string) => Promise<void>
  client: string
  at: Place
  /** By client, form and order. */
  readonly typed: Map<string, Typed>
  /** The version and status of each order in the last answer for its record in this window, by client and number. */
  readonly shown: Map<string, { readonly version: number; readonly status: OrderStatus }>
  /** The version with which the window last asked for the effect of a command on its order. */
  preflightVersion?: number | undefined
  readonly complaints: string[]
}

export type World = {
  readonly stage: Stage
  readonly clients: readonly [string, string]
  readonly desks: Readonly<Record<WindowName, Desk>>
  /** A user outside all windows, who changes orders. */
  readonly other: SignedIn
  close(): Promise<void>
}

/** Playwright replaces the clock of these windows, so they are not shared with other tests. */
const OWN_WINDOW = { viewport: { width: 1280, height: 900 } }
const withClock = new WeakSet<object>()

/**
 * Creates two clients with three orders each, and opens windows of two users who work for both.
 *
 * @param windows the windows that the history uses
 */
export async function openWorld(stage: Stage, windows: ReadonlySet<WindowName>): Promise<World> {
  const clients = [await makeShipper(stage), await makeShipper(stage)] as const
  const of = { clients: [...clients], client: clients[0], browser: OWN_WINDOW }
  const [colleague, me] = [await visit(stage, of), await visit(stage, of)]
  for (const { page } of [colleague, me]) {
    if (withClock.has(page.context())) continue
    withClock.add(page.context())
    await page.clock.install()
  }
  const second = await me.page.context().newPage()
  second.setDefaultTimeout(PATIENCE_MS)
  const open = async (name: WindowName, page: Page): Promise<Desk> => {
    const desk = deskOf(name, page, clients[0])
    await page.goto('/')
    await page.locator('h1').first().waitFor()
    await desk.quiet()
    return desk
  }
  const pages: Record<WindowName, Page> = {
    'the colleague': colleague.page,
    'my first tab': me.page,
    'my second tab': second,
  }
  const desks: Desk[] = []
  for (const name of WINDOWS) if (windows.has(name)) desks.push(await open(name, pages[name]))
  const { token } = await makeSession(stage.portal.testDatabase, { clients: [...clients] })
  return {
    stage,
    clients,
    desks: Object.fromEntries(desks.map((desk) => [desk.name, desk])) as Record<WindowName, Desk>,
    other: { token },
    async close() {
      await Promise.all([leave(colleague.page), leave(me.page)])
    },
  }
}

const PATIENCE_MS = 30_000

function deskOf(name: WindowName, page: Page, client: string): Desk {
  page.setDefaultTimeout(PATIENCE_MS)
  const quiet = quietOf(page)
  const desk: Desk = {
    name,
    page,
    quiet,
    go: (path) => walk(page, path),
    client,
    at: { is: 'elsewhere' },
    typed: new Map(),
    shown: new Map(),
    complaints: [],
  }
  page.on('pageerror', (error) => desk.complaints.push(`the page failed: ${String(error)}`))
  page.on('request', (request) => {
    if (request.url().endsWith(orderCalls.preflight.path))
      desk.preflightVersion = (request.postDataJSON() as PreflightBody).orders?.[0]?.version
  })
  page.on('response', (response) => {
    if (response.status() >= 500 && !response.headers()['x-fault'] && response.status() !== 503)
      desk.complaints.push(`${response.url()} answered ${response.status()}`)
    if (response.ok() && response.url().endsWith(orderCalls.searchByOrderNumber.path))
      void rememberVersions(desk, response.json())
  })
  return desk
}

type PreflightBody = { orders?: { version?: number }[] }
type RecordAnswer = { Orders?: { clientCode: string; orderNumber: string; version: number; Status: OrderStatus }[] }

async function rememberVersions(desk: Desk, answer: Promise<RecordAnswer>): Promise<void> {
  // Reading an answer fails if the page navigates away.
  const { Orders = [] } = await answer.catch((): RecordAnswer => ({}))
  for (const { clientCode, orderNumber, version, Status } of Orders)
    desk.shown.set(`${clientCode} ${orderNumber}`, { version, status: Status })
}

/** Creates a client with a carrier that takes any order, enough stock of a SKU, and three new orders. */
async function makeShipper({ portal: { testDatabase, url } }: Stage): Promise<string> {
  const client = await makeClient(testDatabase)
  await makeSku(testDatabase, { client, code: SKU })
  await testDatabase.asOwner('update skus set weight = 1000, length = 300, volume = 8000 where client_code = $1', [
    client,
  ])
  await makeRuleBook(testDatabase, client, [carrierItem('DPD'), methodItem('M1', 'DPD')])
  const { token } = await makeSession(testDatabase, { clients: [client] })
  const feed = async (name: string, lines: readonly string[]) => {
    const answer = await fetch(`${url}/api/feeds/${name}`, {
      method: 'POST',
      headers: { access_token: token, client, 'content-type': 'text/csv' },
      body: [...lines, ''].join('\n'),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  await feed('stock', ['SKU,stockOnHand,asOf', `${SKU},900000,2026-01-01`])
  await feed('orders', [
    'orderNumber,SKU,quantity,unitValue,customerFirstName,addressLine1,postCode',
    ...ORDER_NAMES.map((name) => `${orderNumberOf(name)},${SKU},1,2.50,Ada,12 St James Square,SW1Y 4JH`),
  ])
  return client
}
