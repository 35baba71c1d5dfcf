import { formatCount } from '@despatch/domain/money/money'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { lazy } from 'react'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { recordTabs } from '../kit/navigation/record-tabs.ts'
import { INVOICE_SCREENS, parcelsTabId, postingTabId } from './addresses.ts'

export const invoicesManifest: Manifest = {
  screens: {
    invoiceReconciliation: {
      purpose: 'Import carrier invoices, check them against despatches, and accept or reject them.',
      component: () => import('./invoices-screen.tsx').then((room) => room.InvoicesScreen),
      shows: ['costs'],
      section: 'Invoices',
      // Those with a section are in the bar above the list, in this order.
      beneath: [
        {
          purpose: 'Accept or reject the consignments of an invoice.',
          component: () => import('./invoice-details/details-screen.tsx').then((room) => room.InvoiceDetailsScreen),
          path: INVOICE_SCREENS.details,
          title: 'Invoice Details',
          record: recordTabs('summaryID', 'Invoice'),
          shows: ['costs'],
        },
        {
          purpose: 'Accept or reject the parcels of a consignment.',
          component: () => import('./invoice-parcels/parcels-screen.tsx').then((room) => room.InvoiceParcelsScreen),
          path: INVOICE_SCREENS.parcels,
          title: 'Invoice Details: Parcels',
          record: { param: 'detailsID', tabId: parcelsTabId, title: (id) => `Parcels of detail ${id}` },
          shows: ['costs'],
        },
        {
          purpose: 'Disputed amounts by carrier and age, and credits received.',
          component: () => import('./disputes/disputes-screen.tsx').then((room) => room.DisputesScreen),
          path: INVOICE_SCREENS.disputes,
          title: 'Disputes',
          shows: ['costs'],
          section: 'Disputes',
          isOperatorOnly: true,
        },
        {
          purpose: 'Despatched parcels not yet billed, by carrier and week, with expected cost.',
          component: () => import('./still-to-be-billed/required-screen.tsx').then((room) => room.RequiredScreen),
          path: INVOICE_SCREENS.required,
          title: 'Unbilled (accruals)',
          shows: ['costs'],
          section: 'Unbilled (accruals)',
        },
        {
          purpose: 'Unbilled parcels of one carrier and week.',
          component: () =>
            import('./still-to-be-billed/required-parcels-screen.tsx').then((room) => room.RequiredParcelsScreen),
          path: INVOICE_SCREENS.requiredParcels,
          title: 'Unbilled parcels',
          shows: ['costs'],
        },
        {
          purpose: 'Common causes of variances, and how to fix them.',
          component: () => import('./causes/causes-screen.tsx').then((room) => room.CausesScreen),
          path: INVOICE_SCREENS.causes,
          title: 'Causes',
          shows: ['costs'],
          section: 'Causes',
          isOperatorOnly: true,
        },
        {
          purpose: 'Decided rows whose expected cost has changed, for example after a price change.',
          component: () =>
            import('./comparisons/decided-differences-screen.tsx').then((room) => room.DecidedDifferencesScreen),
          path: INVOICE_SCREENS.differences,
          title: 'Decided rows to review',
          shows: ['costs'],
          section: 'To review',
          isOperatorOnly: true,
        },
        {
          purpose: 'Ledger postings of accepted invoices. You can reverse them, but not change them.',
          component: () => import('./postings/postings-screen.tsx').then((room) => room.PostingsScreen),
          path: INVOICE_SCREENS.postings,
          title: 'Postings',
          shows: ['costs'],
          section: 'Postings',
          isOperatorOnly: true,
        },
        {
          purpose: 'Journal lines of a posting.',
          component: () => import('./postings/posting-screen.tsx').then((room) => room.PostingScreen),
          path: INVOICE_SCREENS.posting,
          title: 'Posting',
          record: { param: 'postingID', tabId: postingTabId, title: (id) => `Posting ${id}` },
          shows: ['costs'],
          isOperatorOnly: true,
        },
        {
          purpose: 'Choose accepted invoices and post them to the ledger.',
          component: () => import('./postings/post-screen.tsx').then((room) => room.PostScreen),
          path: INVOICE_SCREENS.post,
          title: 'Post invoices',
          shows: ['costs'],
          isOperatorOnly: true,
        },
        {
          purpose: 'A client’s share of accepted invoices, by carrier and category.',
          component: () => import('./statements/statement-screen.tsx').then((room) => room.StatementScreen),
          path: INVOICE_SCREENS.statements,
          title: 'Statements',
          shows: ['costs'],
          section: 'Statements',
        },
      ],
    },
  },
  parcelSections: [
    lazy(() => import('./matching/parcel-charges.tsx').then(({ ParcelCharges }) => ({ default: ParcelCharges }))),
  ],
  home: [
    {
      count: 'decided-rows-to-review',
      rank: 12,
      label: (count) => (count === 1 ? 'decided invoice row to review' : 'decided invoice rows to review'),
      address: INVOICE_SCREENS.differences,
    },
    {
      count: 'disputes-due',
      rank: 10,
      label: (count) => (count === 1 ? 'dispute near its deadline' : 'disputes near their deadline'),
      urgent: (urgent) => `${formatCount(urgent)} past it`,
      isLateIfUrgent: true,
      address: INVOICE_SCREENS.disputes,
    },
    {
      count: 'invoices-to-decide',
      rank: 11,
      label: (count) => (count === 1 ? 'invoice to decide' : 'invoices to decide'),
      urgent: (urgent) => `${formatCount(urgent)} due for payment`,
      address: screenAddress<{ readonly status: 'Imported' }>(INVOICE_SCREENS.list)({ status: 'Imported' }),
    },
    {
      count: 'invoice-files-to-map',
      rank: 12,
      label: (count) => (count === 1 ? 'invoice file to map' : 'invoice files to map'),
      address: screenAddress<{ readonly show: 'waiting' }>(INVOICE_SCREENS.list)({ show: 'waiting' }),
    },
  ],
}
