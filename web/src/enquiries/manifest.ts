import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { lazy } from 'react'
import { orderTabs } from '../kit/navigation/record-tabs.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { actOnOrder } from './palette-acts.ts'
import { findOrder } from './palette-source.ts'

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'

export const enquiriesManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.orderAndReturnsEnquiry': {
      purpose: 'Finds orders by reference, email or date range, and opens them with their events and history.',
      component: () => import('./search/enquiry-screen.tsx').then((room) => room.EnquiryScreen),
      beneath: [
        {
          purpose: 'Lists the orders that match a search.',
          component: () => import('./search/search-results-screen.tsx').then((room) => room.SearchResultsScreen),
          path: `${ENQUIRY}/search-results-order`,
          title: 'Search Results',
        },
        {
          purpose: 'Shows one order with its customer, address, lines, status and history.',
          component: () => import('./order/order-screen.tsx').then((room) => room.OrderScreen),
          path: `${ENQUIRY}/summary-for-order`,
          title: 'Order {orderNumber}',
          record: orderTabs('orderNumber', 'order', orderTabTitles.order),
        },
        {
          purpose: 'Shows the parcels of one order and their delivery events.',
          component: () => import('./order/delivery-events-screen.tsx').then((room) => room.DeliveryEventsScreen),
          path: `${ENQUIRY}/delivery-events-for-order`,
          title: 'Delivery Events {orderNumber}',
          record: orderTabs('orderNumber', 'delivery-events', orderTabTitles.deliveryEvents),
        },
        {
          purpose: 'Shows the returns of one order and their outcomes.',
          component: () => import('./order/returns-events-screen.tsx').then((room) => room.ReturnsEventsScreen),
          path: `${ENQUIRY}/returns-events-for-order`,
          title: 'Returns Events {orderNumber}',
          record: orderTabs('orderNumber', 'returns-events', orderTabTitles.returnsEvents),
        },
        {
          purpose: 'Shows who changed an order and when.',
          component: () => import('./timeline/order-history-screen.tsx').then((room) => room.OrderHistoryScreen),
          path: `${ENQUIRY}/summary-order-history`,
          title: 'Summary Order History',
        },
      ],
    },
  },
  palette: [actOnOrder, findOrder],
  orderSections: [
    lazy(() => import('./timeline/peeked-timeline.tsx').then((room) => ({ default: room.PeekedTimeline }))),
  ],
}
