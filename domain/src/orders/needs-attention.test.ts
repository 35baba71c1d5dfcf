import { expect, test } from 'vitest'
import {
  addressLacks,
  attentionOf,
  goodsLacks,
  type Lack,
  lackBits,
  lacksOf,
  ORDER_LACKS,
  shortByText,
  stoppedText,
} from './needs-attention.ts'
import { ORDER_STATUS_CODES } from './order-status.ts'

const WHOLE = {
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: 'London',
  addressLine4: '',
  postCode: 'SW1Y 4JH',
  country: 'GB',
}
test.each([
  [{}, []],
  [{ customerFirstName: '' }, []],
  [{ customerFirstName: '', customerLastName: '' }, ['name']],
  [{ addressLine1: '' }, []],
  [{ addressLine1: '', addressLine3: '' }, ['street']],
  [{ postCode: '' }, ['postcode']],
  [{ country: 'DE', postCode: '' }, ['postcode']],
  [{ country: 'HK', postCode: '' }, []],
  [{ country: 'HK', postCode: '', addressLine3: '' }, ['town']],
  [{ country: 'AE', addressLine1: '', addressLine3: '' }, ['street', 'town']],
  [{ country: 'ZZ' }, ['country']],
  [{ country: '' }, ['country']],
] as [Partial<typeof WHOLE>, Lack[]][])('an address with %j lacks %j', (input, lacks) => {
  expect(addressLacks({ ...WHOLE, ...input }, (code) => ['GB', 'DE', 'HK', 'AE'].includes(code))).toEqual(lacks)
})

const unit = (weight: number | null, length: number | null, volume: number | null) => ({ weight, length, volume })
const goods = (own: ReturnType<typeof unit>, components: ReturnType<typeof unit>[] | null = null) => ({
  ...own,
  components,
})
test.each([
  [[goods(unit(1, 2, 3))], []],
  [[goods(unit(0, 0, 0))], []],
  [[goods(unit(null, 2, 3))], ['weight']],
  [[goods(unit(1, null, 3))], ['size']],
  [[goods(unit(1, 2, null))], ['size']],
  [[undefined], ['weight', 'size']],
  [
    [goods(unit(1, 2, 3)), goods(unit(null, null, null))],
    ['weight', 'size'],
  ],
  [[goods(unit(null, null, null), [unit(1, 2, 3)])], []],
  [[goods(unit(1, 2, 3), [unit(1, 2, 3), unit(null, 2, 3)])], ['weight']],
] as [Parameters<typeof goodsLacks>[0], Lack[]][])('goods %j lack measurements: %j', (input, lacks) => {
  expect(goodsLacks(input)).toEqual(lacks)
})

test('lacks are stored as a set and read back', () => {
  expect(lackBits(ORDER_LACKS.filter((lack) => lack !== 'stock'))).toBe(255)
  for (const lack of ORDER_LACKS) expect(lacksOf(lackBits([lack]))).toEqual([lack])
})

test('only orders to act on need attention; suspended ones get a carrier later', () => {
  const needing = ORDER_STATUS_CODES.filter((status) => attentionOf(status, 255).length > 0)
  expect(needing).toEqual(['N', 'R', 'S'])
  expect(attentionOf('S', lackBits(['carrier']))).toEqual([])
  expect(attentionOf('R', lackBits(['carrier']))).toEqual(['carrier'])
})

test('a shortage of stock names its SKUs and units', () => {
  const pot = { SKU: 'POT', quantity: 1200 }
  const lid = { SKU: 'LID', quantity: 2 }
  expect(shortByText({ items: [pot], SKUs: 1 })).toBe('Short by 1,200 of POT')
  expect(shortByText({ items: [pot, lid], SKUs: 2 })).toBe('Short by 1,200 of POT and 2 of LID')
  expect(shortByText({ items: [pot, lid], SKUs: 3 })).toBe('Short by 1,200 of POT, 2 of LID and some of 1 other')
})

test('refusal texts name no screen, because not all users may open it', () => {
  expect(stoppedText(['name', 'street', 'postcode'])).toBe('Recipient name, street and postcode missing')
  expect(stoppedText(['weight', 'carrier'])).toBe('SKU weight missing, no carrier available – open order')
})
