import { DEFAULT_CLIENT_SETTINGS } from '@despatch/domain/administration/clients/client-settings'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { SEES_EVERYTHING, SEES_NOTHING } from '@despatch/domain/administration/clients/visibility'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { expect, test } from 'vitest'
import { type RoleAtClient, withheldFromRole } from './withheld-from-role.ts'

const PRICES: LeafPath = 'carrierRoutingControl.carrierPrices'
const CAPACITY: LeafPath = 'carrierRoutingControl.carrierCapacitySetUp'
const INVOICES: LeafPath = 'invoiceReconciliation'
const BY_HAND: readonly LeafPath[] = [
  'carrierRoutingControl.carrierByHand',
  'carrierRoutingControl.carrierByHandOverrule',
]
const role = (given: Partial<RoleAtClient> = {}): RoleAtClient => ({
  client: 'ACME',
  type: 'Client User',
  sees: SEES_EVERYTHING,
  ...given,
})
const known = {
  options: { covered: [PRICES, CAPACITY], switchedOff: [] },
  params: DEFAULT_CLIENT_PARAMS,
  settings: DEFAULT_CLIENT_SETTINGS,
}

test('by default client users lack prices, capacity and carriers’ invoices, whatever their role grants', () => {
  expect(withheldFromRole(role(), known)).toMatchObject({
    notSeen: [PRICES, CAPACITY, ...BY_HAND, INVOICES],
    isWhole: true,
  })
})

test('users see what both the client’s settings and the role show', () => {
  const settings = { ...DEFAULT_CLIENT_SETTINGS, showCosts: true, showOtherMethods: true }
  expect(withheldFromRole(role(), { ...known, settings }).notSeen).toEqual([CAPACITY, ...BY_HAND])
  expect(withheldFromRole(role({ sees: SEES_NOTHING }), { ...known, settings }).notSeen).toEqual([
    PRICES,
    CAPACITY,
    ...BY_HAND,
    INVOICES,
  ])
})

test('without the client’s settings only the role counts, and more may be withheld', () => {
  expect(withheldFromRole(role(), { ...known, settings: undefined })).toMatchObject({ notSeen: [], isWhole: false })
})

test('for the user’s own client the session lists both, each counted once', () => {
  const own = {
    withheld: [PRICES, 'managementReports.keyMetrics' as const],
    sees: { ...SEES_EVERYTHING, costs: false },
  }
  expect(withheldFromRole(role(), { own })).toEqual({
    byClient: ['managementReports.keyMetrics'],
    notSeen: [PRICES, ...BY_HAND, INVOICES],
    isWhole: true,
  })
})

test('an internal role is restricted by its own visibility', () => {
  expect(withheldFromRole(role({ type: 'Internal User', sees: SEES_NOTHING, client: 'All_client' }), {})).toEqual({
    byClient: [],
    notSeen: [PRICES, CAPACITY, ...BY_HAND, INVOICES],
    isWhole: true,
  })
})
