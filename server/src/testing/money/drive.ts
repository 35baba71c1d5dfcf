import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, type Day, dayOf, weekday } from '@despatch/domain/calendar/day'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClient, makeSession } from '../factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../test-portal.ts'
import {
  clientCode,
  dayOfHistory,
  LAYOUTS,
  type Names,
  orderNumber,
  serviceName,
  trackingNumber,
  type Written,
  writeFile,
} from './files.ts'
import type { Carrier, Client, Despatch, Service, Tables } from './history.ts'

/** Drives the product over HTTP, without knowing what is correct. */

const { invoices } = contract
const CODES: Record<Carrier, string> = { Kite: 'KITE', Osprey: 'OSPREY', 'Royal Mail': 'RM' }

export type Portal = { readonly portal: TestPortal; readonly operator: SignedIn }

/** Opens a portal with the carriers' layouts and exchange rates; Osprey is paid in full during disputes. */
export async function openMoneyPortal(firstDay: string): Promise<Portal> {
  const portal = await openTestPortal()
  const on = portal.testDatabase
  const operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  // The layouts' carriers get their codes from the rule books that exist at the time of the import.
  const call = callOn({ portal, operator })
  for (const layout of LAYOUTS) await call(invoices.saveLayout, { body: { layout } })
  for (const [from, to, rate] of [
    ['EUR', 'GBP', '0.8'],
    ['GBP', 'EUR', '1.25'],
  ] as const)
    await call(invoices.saveRate, { body: { from, to, rate, day: firstDay } })
  const terms = { carrierCode: CODES.Osprey, payable: 'billed', deadlineDays: 60, email: '', contact: '' } as const
  await call(invoices.saveDisputeTerms, { body: terms })
  return { portal, operator }
}

/** Calls as the operator; throws if the call is refused. */
export const callOn =
  ({ portal, operator }: Portal) =>
  async <R extends Parameters<TestPortal['call']>[0]>(
    ...[route, input]: Parameters<typeof portal.call<R>>
  ): Promise<Awaited<ReturnType<typeof portal.call<R>>>['body']> => {
    const { status, body } = await portal.call(route, input, operator)
    if (status !== 200) throw new Refused(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
    return body
  }

/** The product refused a step of a history. */
export class Refused extends Error {}

/** Makes the clients of a batch of histories, with their price books and terms. */
export async function setUp(on: Portal, batch: number, tables: Tables, firstDay: Day): Promise<void> {
  const database = on.portal.testDatabase
  for (const client of tables.clients) {
    const code = clientCode(batch, client.name)
    await makeClient(database, { code, name: `Client ${code}` })
    await database.asOwner('update clients set currency_code = $2 where client_code = $1', [code, client.currency])
    await makeRuleBook(database, code, bookOf(client, batch))
    await database.asOwner(`update rule_books set published_at = $2 where client_code = $1`, [code, firstDay])
    await agree(on, code, firstDay, tables)
  }
}

function bookOf({ services }: Client, batch: number): BookItem[] {
  const carriers = Object.entries(CODES).map(([name, code]) => carrierItem(code, { name }))
  return [
    ...carriers,
    ...services.map((service, index) => {
      const costing = {
        fromParcel: 1,
        incrementalCost: 0,
        incrementStart: 0,
        increment: 0,
        baseCost: 0,
        costingMatrix: [],
      }
      return methodItem(`M${index + 1}`, CODES[service.carrier], 0, {
        carrierService: serviceName(batch, service.name),
        methodDescription: serviceName(batch, service.name),
        serviceTypes: [service.for],
        pricing:
          'bands' in service
            ? {
                pricingMethod: 'By Weight Matrix',
                primaryCosting: { ...costing, costingMatrix: matrixOf(service.bands) },
                secondaryCosting: null,
              }
            : {
                pricingMethod: 'By Parcel',
                primaryCosting: {
                  ...costing,
                  baseCost: service.first * 100,
                  incrementalCost: service.further * 100,
                  incrementStart: 1,
                  increment: 1,
                },
                secondaryCosting: null,
              },
      })
    }),
  ]
}

function matrixOf(bands: readonly { readonly upToGrams: number; readonly price: number }[]) {
  return bands.map(({ upToGrams, price }, index) => ({
    chargeID: `B${index + 1}`,
    from: bands[index - 1]?.upToGrams ?? 0,
    to: upToGrams,
    effectiveFrom: null,
    effectiveBetween: null,
    baseCost: price * 100,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
  }))
}

async function agree(on: Portal, clientCode: string, from: string, { terms }: Tables): Promise<void> {
  const call = callOn(on)
  const pounds = (pence: number) => (pence / 100).toFixed(2)
  for (const carrierCode of [CODES.Kite, CODES.Osprey]) {
    const agreed = { carrierCode, clientCode, chargeCode: '', currency: 'GBP', from, to: null, least: null, most: null }
    await call(invoices.saveAgreed, {
      body: {
        ...agreed,
        category: 'fuel',
        chargeText: 'Fuel',
        amount: { kind: 'percent', percent: String(terms.fuelPercent), of: ['base'], per: 'detail' },
        when: 'always',
      },
    })
    await call(invoices.saveAgreed, {
      body: {
        ...agreed,
        category: 'remote area',
        chargeText: 'Remote area',
        amount: { kind: 'money', money: pounds(terms.remoteArea), per: 'parcel' },
        when: 'if billed',
      },
    })
  }
  if (terms.tolerance > 0)
    for (const carrierCode of Object.values(CODES)) {
      const allowance = { money: pounds(terms.tolerance), percent: null }
      const invoice = pounds(terms.toleranceOfInvoice)
      await call(invoices.saveTolerance, {
        body: { carrierCode, clientCode, row: allowance, charge: allowance, invoice },
      })
    }
}

const LINE_END = '\n'
const csv = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join()).join(LINE_END) + LINE_END

/** Posts a file to a client's feed. Throws if it is refused. */
export async function feed({ portal, operator }: Portal, name: string, client: string, body: string): Promise<void> {
  const headers = { access_token: operator.token, client, 'content-type': 'text/csv' }
  const answer = await fetch(`${portal.url}/api/feeds/${name}`, { method: 'POST', headers, body })
  const { refused } = (await answer.json()) as { refused?: unknown[] }
  if (answer.status !== 200 || refused?.length) throw new Refused(`${name}: ${JSON.stringify(refused)}`)
}

/** A despatch, with the names of its history. */
export type Leaving = { readonly step: Despatch; readonly names: Names }

/** Feeds orders and despatches, with one file for each client. */
export async function despatch(on: Portal, tables: Tables, leaving: readonly Leaving[]): Promise<void> {
  for (const [client, some] of Map.groupBy(leaving, ({ step }) => step.client)) {
    const code = clientCode(some[0]?.names.batch ?? 0, client)
    const own = tables.clients.find(({ name }) => name === client)?.services ?? []
    const services = new Map(own.map((one) => [one.name, one]))
    const orders = some.map(({ step, names }) => [
      orderNumber(names, step.order),
      'SKU',
      1,
      ...askedFor(services.get(step.service)),
      'GB',
      'SW1Y 4JH',
    ])
    const header = ['orderNumber', 'SKU', 'quantity', 'dispatchService', 'date', 'country', 'postCode']
    await feed(on, 'orders', code, csv([header, ...orders]))
    const parcels = some.flatMap(({ step, names }) =>
      step.grams.map((grams, index) => [
        orderNumber(names, step.order),
        trackingNumber(names, `${step.order}/${index + 1}`),
        CODES[services.get(step.service)?.carrier ?? 'Kite'],
        serviceName(names.batch, step.service),
        `${dayOfHistory(names, step.day)} 10:${String(index).padStart(2, '0')}`,
        (grams / 1000).toFixed(3),
      ]),
    )
    const columns = ['orderNumber', 'trackingNumber', 'carrier', 'carrierService', 'despatchedAt', 'weight']
    await feed(on, 'despatches', code, csv([columns, ...parcels]))
  }
}

/** The service that an order requests, and for a named day a future Wednesday. */
function askedFor(service: Service | undefined): [string, string] {
  const requested = service?.for ?? 'STANDARD'
  const soon = addDays(dayOf(new Date()), 7)
  return [requested, requested === 'NAMED DAY' ? addDays(soon, (9 - weekday(soon)) % 7) : '']
}

/** Imports invoices of one carrier as one file; returns their ids by number. */
export async function importInvoices(
  on: Portal,
  carrier: Carrier,
  written: readonly Written[],
): Promise<Map<string, string>> {
  const { portal, operator } = on
  const form = new FormData()
  form.append('file', new Blob([writeFile(carrier, written)]), `${carrier} ${randomUUID()}.csv`)
  const answer = await fetch(`${portal.url}/api/invoice/import/?creator`, {
    method: 'POST',
    body: form,
    headers: { access_token: operator.token, client: operator.client ?? '' },
  })
  const { imports } = (await answer.json()) as { imports?: { importID: string }[] }
  const id = imports?.[0]?.importID ?? ''
  for (let tries = 0; tries < 12_000; tries++) {
    const [is] = (await callOn(on)(invoices.imports, { query: { id } })).imports
    if (is?.state === 'Imported' && is.refusedRows === 0)
      return new Map(is.invoices.map(({ invoiceNumber: number, summaryID }) => [number, summaryID]))
    if (!is || !['Waiting', 'Reading', 'Matching', 'Judging'].includes(is.state))
      throw new Error(`${carrier}'s invoices were not imported: ${is?.state} ${is?.message}`)
    await sleep(10)
  }
  throw new Error('The import does not come to an end')
}
