import { formatCount } from '@despatch/domain/money/money'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { lazy } from 'react'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { recordTabs } from '../kit/navigation/record-tabs.ts'
import { INVOICE_SCREENS, parcelsTabId, postingTabId } from './addresses.ts'

export const invoicesManifest: Manifest = {
  screens: {
    invoiceReconciliation: {
      purpose: 'Imports carriers’ invoices, compares them with what was despatched, and accepts or rejects them.',
      component: () => import('./invoices-screen.tsx').then((room) => room.InvoicesScreen),
      shows: ['costs'],
      section: 'Invoices',
      // Those with a section are in the bar above the list, in this order.
      beneath: [
        {
          purpose: 'The consignments of one invoice, each to accept or reject.',
          component: () => import('./invoice-details/details-screen.tsx').then((room) => room.InvoiceDetailsScreen),
          path: INVOICE_SCREENS.details,
          title: 'Invoice Details',
          record: recordTabs('summaryID', 'Invoice'),
          shows: ['costs'],
        },
        {
          purpose: 'The parcels of one consignment, each to accept or reject.',
          component: () => import('./invoice-parcels/parcels-screen.tsx').then((room) => room.InvoiceParcelsScreen),
          path: INVOICE_SCREENS.parcels,
          title: 'Invoice Details: Parcels',
          record: { param: 'detailsID', tabId: parcelsTabId, title: (id) => `Parcels of detail ${id}` },
          shows: ['costs'],
        },
        {
          purpose: 'What is claimed back from carriers, how old it is, and what has been credited.',
          component: () => import('./disputes/disputes-screen.tsx').then((room) => room.DisputesScreen),
          path: INVOICE_SCREENS.disputes,
          title: 'Disputes',
          shows: ['costs'],
          section: 'Disputes',
          isOperatorOnly: true,
        },
        {
          purpose: 'What carriers have not billed yet, by carrier and week, and what it should cost.',
          component: () => import('./still-to-be-billed/required-screen.tsx').then((room) => room.RequiredScreen),
          path: INVOICE_SCREENS.required,
          title: 'Still to be billed',
          shows: ['costs'],
          section: 'Still to be billed',
        },
        {
          purpose: 'The parcels of a carrier and week that no invoice bills yet.',
          component: () =>
            import('./still-to-be-billed/required-parcels-screen.tsx').then((room) => room.RequiredParcelsScreen),
          path: INVOICE_SCREENS.requiredParcels,
          title: 'Still to be billed: Parcels',
          shows: ['costs'],
        },
        {
          purpose: 'What explains many variances at once, and the forms that mend it.',
          component: () => import('./causes/causes-screen.tsx').then((room) => room.CausesScreen),
          path: INVOICE_SCREENS.causes,
          title: 'Causes',
          shows: ['costs'],
          section: 'Causes',
          isOperatorOnly: true,
        },
        {
          purpose: 'Decided rows of which another cost is expected now, such as by a price that was entered later.',
          component: () =>
            import('./comparisons/decided-differences-screen.tsx').then((room) => room.DecidedDifferencesScreen),
          path: INVOICE_SCREENS.differences,
          title: 'Decided rows to review',
          shows: ['costs'],
          section: 'To review',
          isOperatorOnly: true,
        },
        {
          purpose:
            'What accepted invoices came to in the ledger: journals that are never changed, and can be reversed.',
          component: () => import('./postings/postings-screen.tsx').then((room) => room.PostingsScreen),
          path: INVOICE_SCREENS.postings,
          title: 'Postings',
          shows: ['costs'],
          section: 'Postings',
          isOperatorOnly: true,
        },
        {
          purpose: 'The journal lines of one posting.',
          component: () => import('./postings/posting-screen.tsx').then((room) => room.PostingScreen),
          path: INVOICE_SCREENS.posting,
          title: 'Posting',
          record: { param: 'postingID', tabId: postingTabId, title: (id) => `Posting ${id}` },
          shows: ['costs'],
          isOperatorOnly: true,
        },
        {
          purpose: 'What posting would add to the ledger, with the invoices to choose from.',
          component: () => import('./postings/post-screen.tsx').then((room) => room.PostScreen),
          path: INVOICE_SCREENS.post,
          title: 'Post invoices',
          shows: ['costs'],
          isOperatorOnly: true,
        },
        {
          purpose: 'What of accepted invoices is a client’s, by carrier and category.',
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
