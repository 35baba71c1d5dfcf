import { expect, test } from 'vitest'
import { exceptionsOf, changeListsFor, mergedMultiBox, rowsWith, shownMultiBox, valuesOf } from './multi-box-values.ts'

const row = (Code: string, flag: 'Y' | 'N', isException: boolean) => ({
  Code,
  Item_Description: '',
  Same_Component_Carrier: flag,
  isException,
  components: [],
})
const kept = {
  Same_Component_Carrier_Default: 'N' as const,
  rows: [row('BED', 'Y', true), row('SOFA', 'N', false)],
  version: 4,
}
const values = (changes: object = {}) => ({ ...valuesOf(kept), ...changes })

test.each([
  ['unchanged', {}, ['BED']],
  ['one more', { skuListToAdd: ['SOFA'] }, ['BED', 'SOFA']],
  ['one fewer', { skuListToRemove: ['BED'] }, []],
  ['the other default: those that say the same cease', { sameCarrier: true }, []],
  ['the other default with one', { sameCarrier: true, skuListToAdd: ['SOFA'] }, ['SOFA']],
])('the exceptions: %s', (_what, changes, exceptions) => {
  expect(exceptionsOf(kept, values(changes))).toEqual(exceptions)
  const { skuListToAdd, skuListToRemove } = values(changes)
  expect(changeListsFor(kept, values(changes).sameCarrier, exceptions)).toEqual({ skuListToAdd, skuListToRemove })
})

test('rows show the state after saving, including new exceptions without boxes', () => {
  const rows = rowsWith(kept, values({ sameCarrier: true, skuListToAdd: ['LAMP'] }), (sku) => `a ${sku}`)
  expect(rows.map((one) => [one.Code, one.Same_Component_Carrier, one.isException, one.isChanged])).toEqual([
    ['BED', 'Y', false, false],
    ['LAMP', 'N', true, true],
    ['SOFA', 'Y', false, true],
  ])
  expect(rows[1]?.Item_Description).toBe('a LAMP')
})

test('after a conflict, merged values are changes of the other user’s version', () => {
  const storedNow = { ...kept, rows: [row('BED', 'N', false), row('SOFA', 'Y', true)], version: 5 }
  const versions = {
    mine: values({ skuListToAdd: ['LAMP'] }),
    storedBefore: kept,
    theirs: valuesOf(storedNow),
    storedNow,
  }
  expect(shownMultiBox(kept, versions.mine)['exceptions']?.text).toBe('BED, LAMP')
  expect(mergedMultiBox(versions, new Set(['exceptions']))).toEqual(valuesOf(storedNow))
  expect(mergedMultiBox(versions, new Set())).toEqual({
    sameCarrier: false,
    skuListToAdd: ['BED', 'LAMP'],
    skuListToRemove: ['SOFA'],
    version: 5,
  })
})
