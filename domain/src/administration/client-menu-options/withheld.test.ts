import { describe, expect, test } from 'vitest'
import { menuLeaves } from '../roles/menu.ts'
import { CLIENT_PARAM_TEXTS, CLIENT_PARAMS, DEFAULT_CLIENT_PARAMS, ENTRY_OF_PARAM } from '../clients/client-params.ts'
import { type ClientRestrictions, withheldEntries } from './withheld.ts'

const leaves = menuLeaves().map(({ leaf }) => leaf)
const CREATE = 'orderManagement.createNewOrder'
const ENQUIRY = 'reportsAndEnquiries.orderAndReturnsEnquiry'
const PARCELS = 'reportsAndEnquiries.parcelDeliveryStatus'
const cut = (given: Partial<ClientRestrictions>) => withheldEntries({ covered: null, disabled: {}, off: [], ...given })

describe("domain.md, Access: the role's tree, cut by the client's menu options, cut by the disabled objects", () => {
  test.each<[string, Partial<ClientRestrictions>, string[]]>([
    ['nothing cut', {}, []],
    ['a contract that covers all but one', { covered: leaves.filter((leaf) => leaf !== CREATE) }, [CREATE]],
    ['a contract that covers nothing', { covered: [] }, leaves],
    ['one that is switched off', { disabled: { [CREATE]: 'Stocktaking' } }, [CREATE]],
    ['one that is switched off without a reason', { disabled: { [CREATE]: '' } }, [CREATE]],
    ['a flag that is off', { off: ['orderReturnsEnquiry'] }, [ENQUIRY]],
    ['the other', { off: ['parcelDeliveryStatus'] }, [PARCELS]],
    ['flags that take no entry away', { off: ['newOrderLine', 'orderLineValue'] }, []],
    ['the same cut thrice', { covered: leaves.slice(1), disabled: { [leaves[0] ?? '']: 'x' } }, leaves.slice(0, 1)],
    ['several, in menu order', { disabled: { [PARCELS]: 'x' }, off: ['orderReturnsEnquiry'] }, [ENQUIRY, PARCELS]],
    ['what the menu does not have', { disabled: { 'no.such': 'x', constructor: 'x' } }, []],
  ])('%s', (_what, given, expected) => {
    expect(cut(given)).toEqual(expected)
  })
})

test('specification 3: four flags of a client, on by default, each with its effect', () => {
  expect(CLIENT_PARAMS).toEqual(['orderReturnsEnquiry', 'parcelDeliveryStatus', 'newOrderLine', 'orderLineValue'])
  for (const param of CLIENT_PARAMS) {
    expect(DEFAULT_CLIENT_PARAMS[param]).toBe(true)
    expect(CLIENT_PARAM_TEXTS[param].effect).toMatch(/\.$/)
  }
  for (const entry of Object.values(ENTRY_OF_PARAM)) expect(leaves).toContain(entry)
})
