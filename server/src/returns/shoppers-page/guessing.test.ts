import { contract } from '@despatch/contract/contract'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDespatchedOrder, makeReturnsShop } from '../../testing/returns.ts'
import { openShopper, type Shopper } from '../../testing/shoppers-page/shopper.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const POSTCODE = 'sw1y4jh'
const EMAIL = 'ann@example.com'
const FREE = 20

let portal: TestPortal
let shop: Awaited<ReturnType<typeof makeReturnsShop>>
let page: string
beforeAll(async () => {
  portal = await openTestPortal()
  shop = await makeReturnsShop(portal)
  const body = { ...DEFAULT_PAGE_SETTINGS, isOn: true, contactMail: 'help@ann.example', version: 0 }
  expect((await portal.call(contract['shoppers-page'].save, { body }, shop.as)).status).toBe(200)
  page = `/returns/${shop.client}`
})
afterAll(() => portal.close())

async function order(orderNo: string): Promise<void> {
  await makeDespatchedOrder(portal, { ...shop, orderNo, quantity: 1 })
  await portal.testDatabase.asOwner('update orders set email = $2 where order_number = $1', [orderNo, EMAIL])
}
let networks = 0
const newNetwork = () => `198.18.${(networks += 1) >> 8}.${networks & 255}`
/** A shopper of a network of their own. */
const someone = (address = newNetwork()) => openShopper(portal, { address })
const find = (shopper: Shopper, number: string, proof = POSTCODE) => shopper.send(page, { order: number, proof })

/** So many of the networks guess at once. */
const AT_ONCE = 8

/** Wrong guesses at an order, four from each of many networks. Gives how many of them were judged. */
async function guesses(
  number: string,
  from: number,
  proofOf = (guess: number) => `AB1 ${guess % 10}CD`,
): Promise<number> {
  let judged = 0
  const queue = Array.from({ length: from }, newNetwork).values()
  const guessInTurn = async () => {
    for (const network of queue)
      for (let guess = 0; guess < 4; guess++)
        if ((await find(someone(network), number, proofOf(guess))).status === 422) judged++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, guessInTurn))
  // The wait that these began does not end while a test looks on.
  await portal.testDatabase.asOwner(
    `update sign_in_failures set blocked_until = now() + interval '15 minutes' where failures > $1`,
    [FREE],
  )
  return judged
}

test('96 guesses at an order from 24 networks: few are judged, whether there is such an order or not', async () => {
  await order('GUESSED-1')
  const [real, unknown] = [await guesses('GUESSED-1', 24), await guesses('GUESSED-2', 12)]
  // Those that are free, and one for each wait that has passed meanwhile.
  for (const judged of [real, unknown]) {
    expect(judged).toBeGreaterThan(FREE / 2)
    expect(judged).toBeLessThanOrEqual(FREE + 8)
  }
  const words = async (number: string) => {
    const { status, text } = await find(someone(), number, 'AB1 1CD')
    return [status, text.replaceAll(/value="[^"]*"/g, '').replaceAll(/\d+ seconds|a second/g, 'some time')]
  }
  expect(await words('GUESSED-1')).toEqual(await words('GUESSED-2'))
  // The right postcode is no way around the wait: it would tell the guesser that it is right.
  const right = await find(someone(), 'GUESSED-1')
  expect(right).toMatchObject({
    status: 429,
    text: expect.stringMatching(/Too many attempts\. Try again in .* seconds?, or give the email of the order\./),
  })
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('meanwhile its shopper goes on in the browser or the network that has named it before, and elsewhere by the email', async () => {
  await order('MINE-1')
  const home = newNetwork()
  const browser = someone(home)
  expect((await find(browser, 'mine-1')).status).toBe(303)
  await guesses('MINE-1', 12)
  expect((await find(someone(), 'MINE-1')).status).toBe(429)

  const sameNetwork = someone(home)
  expect((await find(sameNetwork, 'MINE-1')).status).toBe(303)
  const phone = openShopper(portal, { address: newNetwork(), cookie: browser.cookie })
  expect((await find(phone, 'MINE-1')).status).toBe(303)
  expect((await find(someone(), 'MINE-1', EMAIL)).status).toBe(303)
  // None of this ends the wait of the others.
  expect((await find(someone(), 'MINE-1')).status).toBe(429)
})

test('a browser or network that named one order is a stranger to another', async () => {
  await order('MINE-2')
  await order('THEIRS-2')
  const shopper = someone()
  expect((await find(shopper, 'MINE-2')).status).toBe(303)
  await guesses('THEIRS-2', 12)
  expect((await find(shopper, 'THEIRS-2')).status).toBe(429)
})

test('emails are guessed no further than postcodes', async () => {
  await order('MAILED-1')
  const judged = await guesses('MAILED-1', 12, (guess) => `someone.${guess}@example.com`)
  expect(judged).toBeLessThanOrEqual(FREE + 8)
  expect((await find(someone(), 'MAILED-1', EMAIL)).status).toBe(429)
  expect((await find(someone(), 'MAILED-1')).status).toBe(303)
})

test('shoppers who are right cost their order nothing, from however many networks they come', async () => {
  await order('SHARED-1')
  for (let visit = 0; visit < FREE + 5; visit++) expect((await find(someone(), 'SHARED-1')).status).toBe(303)
})
