import { expect, test } from 'vitest'
import { fieldTitle } from './fields.ts'

test.each([
  ['role', 'mfaRequired', 'Two-factor sign-in required'],
  ['role', 'client', 'Client'],
  ['user', 'client', 'Clients'],
  ['user', 'power_bi_username', 'Power BI username'],
  ['user', 'lock', 'Locked'],
  ['client', 'children', 'Sub-accounts'],
  ['client', 'orderReturnsEnquiry', 'Order & Returns Enquiry'],
  ['client', 'newOrderLine', 'More than one line'],
])('a field of a %s, %s, has its form’s title: %s', (kind, name, title) => {
  expect(fieldTitle(kind, name)).toBe(title)
})

test('the version is not shown', () => {
  expect(fieldTitle('user', 'version')).toBeUndefined()
})

test.each([
  ['feed', 'left_out', 'Left out'],
  ['teleport', 'orderNumber', 'Order number'],
  ['user', 'constructor', 'Constructor'],
])('a field without a form is shown by its name: %s, %s reads %s', (kind, name, title) => {
  expect(fieldTitle(kind, name)).toBe(title)
})
