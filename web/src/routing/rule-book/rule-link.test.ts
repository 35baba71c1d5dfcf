import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { RuleLink, EntryLink } from './rule-link.tsx'

vi.mock('../../kit/session/use-rights.ts', () => ({ useCanOpen: () => false }))
afterAll(() => vi.doUnmock('../../kit/session/use-rights.ts'))

test('the rule reads ‘–’ if its screen is forbidden, unless it has a name', () => {
  const verdict = { constraint: 'capacity', rule: '' } as const
  const heldTo = { customPreferenceIDs: ['7'], routes: ['SKU LAMP'], carrier: 'DPD', method: null }
  const link = (given: object) =>
    renderToStaticMarkup(createElement(RuleLink, { verdict, carrier: 'DPD', heldTo: null, ...given }))
  expect(link({})).toBe('–')
  expect(link({ verdict: { constraint: 'fixedRouting', rule: '' } })).toBe('–')
  expect(link({ verdict: { constraint: 'fixedRouting', rule: '7' }, heldTo })).toBe('Fixed route of SKU LAMP')
  const leaf = 'carrierRoutingControl.carrierPrices'
  expect(renderToStaticMarkup(createElement(EntryLink, { leaf }, 'Prices'))).toBe('Prices')
})
