import { describe, expect, test } from 'vitest'
import { createTabs, type Tab } from './tabs.ts'

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const prices: Tab = { id: 'prices', title: 'Carrier Prices', link: '/carrier-routing-control/carrier-prices' }
const enquiry: Tab = { id: 'enquiry', title: 'Order & Returns Enquiry', link: ENQUIRY }
const order: Tab = { id: 'order-12--A', title: 'Order 12/A', link: `${ENQUIRY}/summary-for-order?orderNumber=12%2FA` }

function barOf(...tabs: Tab[]) {
  const bar = createTabs()
  for (const tab of tabs) bar.open(tab)
  return { bar, ids: () => bar.store.get().tabs.map(({ id }) => id), active: () => bar.store.get().activeId }
}

describe('adding tabs', () => {
  test('adding a tab with the same id updates the first in its position', () => {
    const { bar, ids, active } = barOf(enquiry, prices)
    bar.open({ ...enquiry, link: `${ENQUIRY}?orderRef=7` })
    expect(ids()).toEqual(['enquiry', 'prices'])
    expect(bar.store.get().tabs[0]?.link).toBe(`${ENQUIRY}?orderRef=7`)
    expect(active()).toBe('enquiry')
  })

  test('a tab can be added without activating it', () => {
    const { bar, active } = barOf(enquiry)
    bar.open(order, false)
    expect(active()).toBe('enquiry')
  })

  test('subscribers are not called if nothing changes', () => {
    const { bar } = barOf(enquiry)
    let calls = 0
    bar.store.subscribe(() => calls++)
    bar.open({ ...enquiry })
    bar.activate('enquiry')
    expect(calls).toBe(0)
  })
})

describe('removing tabs', () => {
  test('by id, by link, by link prefix', () => {
    const { bar, ids } = barOf(prices, enquiry, order)
    bar.removeById('prices')
    expect(ids()).toEqual(['enquiry', 'order-12--A'])
    bar.removeByLink(order.link)
    expect(ids()).toEqual(['enquiry'])
    bar.open(order)
    bar.open(prices)
    bar.removeByLinkPrefix(ENQUIRY)
    expect(ids()).toEqual(['prices'])
  })

  test('the right neighbour becomes active, else the left, else none', () => {
    const { bar, active } = barOf(prices, enquiry, order)
    bar.activate('enquiry')
    expect(bar.removeById('enquiry')?.id).toBe('order-12--A')
    expect(bar.removeById('order-12--A')?.id).toBe('prices')
    expect(bar.removeById('prices')).toBeUndefined()
    expect(active()).toBeUndefined()
  })

  test('removal by prefix activates a neighbour that remains', () => {
    const { bar } = barOf(prices, enquiry, order)
    bar.activate('enquiry')
    expect(bar.removeByLinkPrefix(ENQUIRY)?.id).toBe('prices')
  })

  test('removing another tab keeps the active one', () => {
    const { bar, active } = barOf(prices, enquiry)
    expect(bar.removeById('prices')).toBeUndefined()
    expect(active()).toBe('enquiry')
    expect(bar.removeById('no such tab')).toBeUndefined()
  })
})

test('a tab can be moved', () => {
  const { bar, ids } = barOf(prices, enquiry, order)
  bar.move('order-12--A', 0)
  expect(ids()).toEqual(['order-12--A', 'prices', 'enquiry'])
})

describe('reopening closed tabs', () => {
  test('restores position, last closed first, and skips tabs that are already open', () => {
    const { bar, ids } = barOf(prices, enquiry, order)
    bar.close(['enquiry'])
    bar.close(['prices', 'order-12--A'])
    expect(ids()).toEqual([])
    bar.open(prices)
    expect(bar.reopen()?.id).toBe('order-12--A')
    expect(bar.reopen()?.id).toBe('enquiry')
    expect(ids()).toEqual(['prices', 'enquiry', 'order-12--A'])
    expect(bar.reopen()).toBeUndefined()
  })

  test('a removed tab, e.g. of a deleted record, cannot be reopened', () => {
    const { bar } = barOf(prices)
    bar.removeById('prices')
    expect(bar.reopen()).toBeUndefined()
  })

  test('at most ten tabs can be reopened', () => {
    const { bar } = barOf()
    for (let at = 0; at < 15; at++) bar.open({ ...order, id: `order-${at}` })
    for (let at = 0; at < 15; at++) bar.close([`order-${at}`])
    const reopened = Array.from({ length: 15 }, () => bar.reopen()?.id).filter(Boolean)
    expect(reopened).toHaveLength(10)
    expect(reopened[0]).toBe('order-14')
  })
})

describe('pinned tabs', () => {
  test('come first in the order of pinning, and return among the others when unpinned', () => {
    const { bar, ids } = barOf(prices, enquiry, order)
    bar.pin('order-12--A', true)
    bar.pin('enquiry', true)
    expect(ids()).toEqual(['order-12--A', 'enquiry', 'prices'])
    bar.pin('order-12--A', false)
    expect(ids()).toEqual(['enquiry', 'order-12--A', 'prices'])
  })

  test('stay first when tabs are moved or updated', () => {
    const { bar, ids } = barOf(prices, enquiry, order)
    bar.pin('prices', true)
    bar.move('order-12--A', 0)
    expect(ids()).toEqual(['prices', 'order-12--A', 'enquiry'])
    bar.open({ ...prices, link: '/elsewhere' })
    expect(bar.store.get().tabs[0]).toEqual({ ...prices, link: '/elsewhere', isPinned: true })
  })
})
