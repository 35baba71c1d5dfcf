import { convert, openAccounts } from './account.ts'
import type { Bill, Carrier, Client, Currency, Despatch, Row, Service, Step, Tables } from './history.ts'
import { doStep } from './do-step.ts'
import { type Model, openModel } from './model.ts'
import type { Random } from './random.ts'
import { billsFee, billsUnknown, leaves } from './steps.ts'
import { STORIES } from './stories.ts'
import type { Story } from './story.ts'

/** Prices that remain whole pence with ten per cent of fuel, and whole pence in pounds if they are in euros. */
const price = (random: Random, currency: Currency, most = 24) => random.whole(4, most) * (currency === 'EUR' ? 50 : 40)

/** Random price books and terms of three clients. */
export function randomTables(random: Random): Tables {
  const byParcel = (currency: Currency, service: Pick<Service, 'carrier' | 'name' | 'for'>): Service => {
    const further = price(random, currency, 10)
    return { ...service, first: further + price(random, currency), further }
  }
  const byWeight = (currency: Currency): Service => {
    const light = price(random, currency)
    const bands = [
      { upToGrams: 2000, price: light },
      { upToGrams: 5000, price: light + price(random, currency) },
      { upToGrams: 30_000, price: light + price(random, currency, 24) + price(random, currency, 24) * 2 },
    ]
    return { carrier: 'Kite', name: 'Kite Weight', for: 'NEXT DAY', bands }
  }
  const client = (name: string, currency: Currency): Client => {
    const day = byParcel(currency, { carrier: 'Kite', name: 'Kite Day', for: 'STANDARD' })
    const osprey = byParcel(currency, { carrier: 'Osprey', name: 'Osprey Freight', for: 'NAMED DAY' })
    const dear: Service = { carrier: 'Kite', name: 'Kite Dear', for: 'STANDARD', first: 4000, further: 4000 }
    return { name, currency, services: [day, dear, byWeight(currency), osprey] }
  }
  const item = price(random, 'GBP', 8)
  const royalMail: Service = { carrier: 'Royal Mail', name: 'Tracked 24', for: 'STANDARD', first: item, further: item }
  const letters: Client = { name: 'R', currency: 'GBP', services: [royalMail, byWeight('GBP')] }
  const tolerance = random.of([0, 10])
  return {
    clients: [client('A', 'GBP'), letters, client('E', 'EUR')],
    terms: {
      fuelPercent: random.of([0, 10]),
      remoteArea: 200,
      tolerance,
      toleranceOfInvoice: tolerance === 0 ? 0 : 18,
    },
  }
}

/** A random history with these tables, without stories that need a fault to be fixed first. */
export function randomHistory(
  random: Random,
  tables: Tables,
  notYet: ReadonlySet<string>,
  stories: readonly Story[] = STORIES,
): Step[] {
  const model = openModel(tables)
  const steps: Step[] = []
  const take = (step: Step) => {
    if (doStep(model, step) !== 'skipped') steps.push(step)
  }
  const despatches = Array.from({ length: random.whole(1, 3) }, (_one, index) =>
    randomDespatch(random, tables, index, notYet),
  )
  const bills = billsOf(random, model, despatches, notYet, stories)
  const leftParcels = new Set(
    despatches.flatMap(({ order, grams }) => grams.map((_one, index) => `${order}/${index + 1}`)),
  )
  const isByNumber = ({ by, about, salesOrder }: Row) =>
    !salesOrder && (by === 'nothing' || (by === 'number' && leftParcels.has(about)))
  // Sometimes the warehouse's feed comes after the carrier's first invoice.
  const isLate = bills[0]?.rows.every(isByNumber) === true && !notYet.has('T2') && random.chance(15)
  if (!isLate) despatches.forEach(take)
  for (const [index, bill] of bills.entries()) {
    take(bill)
    if (isLate && index === 0) despatches.forEach(take)
    decideSome(random, model, bill, notYet, take)
  }
  return steps
}

function randomDespatch(random: Random, { clients }: Tables, index: number, notYet: ReadonlySet<string>): Despatch {
  const { name, services } = random.of(clients)
  const {
    name: service,
    carrier,
    ...costs
  } = random.of(services.filter((one) => one.name !== 'Kite Dear' || !notYet.has('F11')))
  const isOne = 'bands' in costs || carrier === 'Royal Mail' || random.chance(40)
  const grams = Array.from({ length: isOne ? 1 : random.whole(2, 6) }, () =>
    random.of([500, 1000, 2000, 2500, 4000, 8000]),
  )
  return leaves(`${name}${index + 1}`, {
    client: name,
    service,
    grams,
    day: carrier === 'Royal Mail' ? 0 : random.whole(0, 3),
  })
}

/** The invoices of all carriers in the order of their import; the invoices of one consignment's story stay in order. */
function billsOf(
  random: Random,
  { tables }: Model,
  despatches: readonly Despatch[],
  notYet: ReadonlySet<string>,
  stories: readonly Story[],
): Bill[] {
  const invoices = new Map<string, { carrier: Carrier; currency: Currency; place: number; rows: Row[] }>()
  for (const despatch of despatches) {
    const client = tables.clients.find(({ name }) => name === despatch.client)
    const carrier = client?.services.find(({ name }) => name === despatch.service)?.carrier
    if (!client || !carrier) continue
    // Sometimes the carrier bills in the client's currency, mostly in pounds.
    const currency = carrier !== 'Royal Mail' && random.chance(30) ? client.currency : 'GBP'
    const accounts = openAccounts(despatch.order, client, despatch, tables.terms)
    const possible = stories.filter(({ of, needs }) => of === carrier && needs.every((fault) => !notYet.has(fault)))
    if (possible.length === 0) continue
    const story = random.of(possible)
    const writeIn = (one: Currency) => story.write({ order: despatch.order, accounts, currency: one, random, items: 1 })
    const written = writeIn(currency)
    const isMixed = notYet.has('N1') && currency !== 'GBP' && written.some((some) => some.some((row) => row.remoteArea))
    for (const [place, some] of (isMixed ? writeIn('GBP') : written).entries()) {
      const first = isMixed ? 'GBP' : currency
      // A later invoice may be in the other currency.
      const isFit = !notYet.has('F18') && !(notYet.has('C2') && some.some(hasCredit))
      const isOther = place > 0 && client.currency === 'EUR' && isFit && random.chance(20)
      const billedIn = isOther ? otherThan(first) : first
      const key = `${carrier} ${billedIn} ${place}`
      const invoice = invoices.get(key) ?? { carrier, currency: billedIn, place, rows: [] }
      invoices.set(key, invoice)
      invoice.rows.push(...some.map((row) => inCurrency(row, first, billedIn)))
    }
  }
  for (const { carrier, rows } of invoices.values()) {
    if (carrier !== 'Kite') continue
    if (random.chance(10)) rows.push(billsUnknown({ base: 320 }))
    if (random.chance(10)) rows.push(billsFee({ handling: 100 }))
  }
  const some = [...invoices.values()].toSorted((one, other) => one.place - other.place)
  // Sometimes an older file is imported later.
  const [first] = some
  const isLate = first !== undefined && !notYet.has('O1') && random.chance(20)
  return (isLate ? [...some.slice(1), first] : some).map(({ carrier, currency, rows, place }, index) => ({
    do: 'bill' as const,
    carrier,
    currency,
    invoice: `${carrier.slice(0, 1)}${index + 1}`,
    day: 7 + place,
    rows: hasTax(random, rows, notYet)
      ? rows.map((row) => ({
          ...row,
          tax: taxOf(row),
        }))
      : rows,
  }))
}

const hasCredit = ({ credit = 0, ...amounts }: Row) =>
  credit > 0 || Object.values(amounts).some((amount) => typeof amount === 'number' && amount < 0)

const otherThan = (currency: Currency) => (currency === 'GBP' ? 'EUR' : 'GBP')

function inCurrency(row: Row, from: Currency, to: Currency): Row {
  const amounts = (['base', 'fuel', 'remoteArea', 'handling', 'credit'] as const).flatMap((name) => {
    const amount = row[name]
    return amount === undefined ? [] : [[name, convert(amount, from, to)] as const]
  })
  return { ...row, ...Object.fromEntries(amounts) }
}

const hasTax = (random: Random, rows: readonly Row[], notYet: ReadonlySet<string>) =>
  random.chance(40) && !(notYet.has('F15') && rows.some(({ about }) => about === 'the invoice'))

/** A fifth, to the penny. */
const taxOf = ({ base = 0, fuel = 0, remoteArea = 0, handling = 0, credit = 0 }: Row) =>
  Math.round((base + fuel + remoteArea + handling - credit) / 5)

/** Random decisions on an imported invoice: on rows, then on all of it, with postings in between. */
function decideSome(
  random: Random,
  model: Model,
  { invoice, rows }: Bill,
  notYet: ReadonlySet<string>,
  take: (step: Step) => void,
): void {
  const decide = (row: number) => {
    const act = random.of(['accept row', 'reject row'] as const)
    take({ do: act, invoice, row })
    if (random.chance(15)) {
      take({ do: 'undo row', invoice, row })
      take({ do: act, invoice, row })
    }
  }
  if (!notYet.has('F21a') && random.chance(8)) return take({ do: 'reject invoice', invoice })
  if (random.chance(30)) take({ do: 'accept matched', invoice })
  if (random.chance(10)) take({ do: 'judge again', invoice })
  for (const row of rows.keys()) if (random.chance(50)) decide(row)
  const state = model.invoices.get(invoice)
  if (random.chance(70)) {
    // A clerk who wants to close the invoice decides the rows that prevent it.
    for (const [row, { status, judged }] of (state?.rows ?? []).entries())
      if (status === 'Imported' && !judged.verdicts.every((one) => one === 'Matched')) decide(row)
    take({ do: 'accept invoice', invoice })
  }
  if (random.chance(30)) take({ do: 'send disputes', invoice })
  if (random.chance(20)) take({ do: random.of(['refuse disputes', 'write off disputes'] as const), invoice })
  if (random.chance(50)) take({ do: 'post' })
}
