import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { expect, test } from 'vitest'
import { conflictsOf } from '../../kit/form/conflict.ts'
import {
  mergedOptions,
  optionsDifference,
  type OptionValues,
  shownOptions,
  withCovered,
  withSwitchedOff,
} from './menu-options-draft.ts'

const LEAVES = menuLeaves().map(({ leaf }) => leaf)
const PRICES = 'carrierRoutingControl.carrierPrices'
const ORDERS = 'orderManagement.createNewOrder'
const all: OptionValues = { client: 'ACME', version: 2, covered: LEAVES, switchedOff: [] }
const off = {
  ...all,
  switchedOff: withSwitchedOff([], [ORDERS], true).map((one) => ({ ...one, reason: 'Stocktaking' })),
}

test('covered entries are in menu order', () => {
  const without = withCovered(LEAVES, [PRICES], false)
  expect(without).toEqual(LEAVES.filter((leaf) => leaf !== PRICES))
  expect(withCovered(without, [PRICES], true)).toEqual(LEAVES)
})

test('a switched-off entry keeps its reason while others change', () => {
  const both = withSwitchedOff(off.switchedOff, [PRICES], true)
  expect(both).toEqual([
    { entry: PRICES, reason: '' },
    { entry: ORDERS, reason: 'Stocktaking' },
  ])
  expect(withSwitchedOff(both, [ORDERS], false)).toEqual([{ entry: PRICES, reason: '' }])
})

test('users lose entries that were open: uncovered and switched off count alike', () => {
  expect(optionsDifference(all, off)).toEqual({ lost: ['Create New Order'], gained: [] })
  const uncovered = { ...off, covered: withCovered(LEAVES, [ORDERS, PRICES], false) }
  expect(optionsDifference(off, uncovered)).toEqual({ lost: ['Carrier Prices'], gained: [] })
  expect(optionsDifference(uncovered, all)).toEqual({ lost: [], gained: ['Carrier Prices', 'Create New Order'] })
})

test('two simultaneous editors see each other’s changes, and choose either', () => {
  const theirs = { ...off, version: 3 }
  const mine = { ...all, covered: withCovered(LEAVES, [PRICES], false) }
  const found = conflictsOf({ base: shownOptions(all), mine: shownOptions(mine), theirs: shownOptions(theirs) })
  expect(found.map(({ title, mine: here, theirs: there }) => [title, here, there])).toEqual([
    ['Order Management › Create New Order', 'Covered', 'Covered, switched off: Stocktaking'],
  ])
  expect(mergedOptions(mine, theirs, new Set([ORDERS]))).toEqual({
    client: 'ACME',
    version: 3,
    covered: mine.covered,
    switchedOff: off.switchedOff,
  })
})
