import { expect, test } from 'vitest'
import { SEES_EVERYTHING, SEES_NOTHING } from '../clients/visibility.ts'
import { visibleActivity } from './seen-activity.ts'

const nameOf = (name: string) => (name === 'zebedee' ? 'Despatch operations' : name)
const row = (given: object) => ({
  user: '7',
  by: 'zebedee',
  act: 'rule-book.changed',
  object: 'Price of DPD: rule book 12',
  before: { 'method DPD': { baseCost: '4.50' } },
  after: { 'method DPD': { baseCost: '7.77' } },
  ...given,
})

test('changes of rules are hidden from readers who may not see them', () => {
  expect(visibleActivity(row({}), SEES_NOTHING, nameOf)).toEqual({
    user: null,
    by: 'Despatch operations',
    act: 'rule-book.changed',
    object: 'Price of DPD',
    before: null,
    after: null,
  })
  expect(visibleActivity(row({}), SEES_EVERYTHING, (name) => name)).toEqual(row({}))
})

test('other acts show their changes, without staff names and rule book versions', () => {
  const given = {
    by: 'ada',
    act: 'order.allocated',
    object: 'order A',
    before: null,
    after: { attempt: 2, ruleBookVersion: 12, by: 'zebedee' },
  }
  expect(visibleActivity(row(given), SEES_NOTHING, nameOf)).toEqual({
    ...row(given),
    after: { attempt: 2, by: 'Despatch operations' },
  })
})

test('the reason of a manual carrier choice is hidden without other methods', () => {
  const given = {
    act: 'order.carrier-chosen',
    object: 'order A',
    before: { method: 'M1', byHand: false },
    after: { version: 2, method: 'M2', reason: 'Cheaper for us', overruled: ['region'] },
  }
  expect(visibleActivity(row(given), SEES_NOTHING, nameOf)).toMatchObject({
    object: 'order A',
    before: null,
    after: null,
  })
  expect(visibleActivity(row(given), { ...SEES_NOTHING, otherMethods: true }, nameOf).after).toEqual(given.after)
})
