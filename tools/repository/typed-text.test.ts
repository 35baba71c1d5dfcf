import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/** Components that render a text input. */
const FIELD =
  /<(?:TextInput|Textarea|MoneyField|CountField|FigureField|TagsInput|NumberInput|PasswordInput|DayField|Autocomplete)\b/
/** Hooks that keep entered text: a form of the kit, or a dialog's draft. */
const KEPT = /use(?:ContractForm|DrawerRecord|DialogDraft)\b/

/** Files whose entered text is no work that could be lost. */
const NOT_WORK: Readonly<Record<string, readonly string[]>> = {
  'a search, or a filter that the address keeps': [
    'administration/roles/menu-treegrid.tsx',
    'administration/user-activity/activity-filters.tsx',
    'claims/preparation/preparation-screen.tsx',
    'enquiries/personal-data/personal-data-screen.tsx',
    'enquiries/search/enquiry-screen.tsx',
    'invoices/matching/match-dialog.tsx',
    'kit/list/filters/choices-chip.tsx',
    'kit/list/filters/day-chip.tsx',
    'kit/list/filters/range-chip.tsx',
    'kit/list/filters/search-field.tsx',
    'kit/list/filters/text-chip.tsx',
    'kit/navigation/menu-tree.tsx',
    'orders/plan-the-day/plan-the-day-screen.tsx',
    'routing/fixed-routing/regions/region-picker.tsx',
    'routing/multi-box-products/product-table.tsx',
    'stock/serials/serial-life-screen.tsx',
    'stock/serials/serials-form.tsx',
    'stock/sku-file-report/sku-selection.tsx',
  ],
  'a question that changes nothing': [
    'returns/rules/try-order-drawer.tsx',
    'routing/prices/cost-calculator.tsx',
    'routing/prices/price-chart.tsx',
  ],
  'a password or a code, which no browser is to keep': [
    'administration/users/record/temporary-password.tsx',
    'kit/form/secret-dialog.tsx',
    'sign-in/password/forgotten-step.tsx',
    'sign-in/password/new-password-form.tsx',
    'sign-in/two-factor/validation-step.tsx',
  ],
  'a part of a form that keeps it': [
    'invoices/column-mapping/field-pane.tsx',
    'orders/create/address-fields.tsx',
    'orders/create/country-field.tsx',
    'orders/create/sku-field.tsx',
    'returns/rules/label-pool.tsx',
  ],
  'saved as it is chosen, or one choice of a few': [
    'invoices/invoice-details/currency-dialog.tsx',
    'orders/tags-and-notes/order-notes.tsx',
  ],
}

test('entered text that is work survives leaving the screen', () => {
  const exceptions = Object.values(NOT_WORK).flat()
  const found = sources
    .filter((source) => source.path.startsWith('web/src/') && !isTest(source) && FIELD.test(source.text))
    .filter(({ text }) => /\buseState\b/.test(text) && !KEPT.test(text))
    .map(({ path }) => path.replace('web/src/', ''))
  expect(found.toSorted()).toEqual(exceptions.toSorted())
})
