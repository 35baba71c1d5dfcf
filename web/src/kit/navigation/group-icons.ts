import {
  IconChartBar,
  IconChartLine,
  IconFileInvoice,
  IconPackage,
  IconPackageImport,
  IconRoute,
  IconSettings,
  IconTransfer,
  type TablerIcon,
} from '@tabler/icons-react'

/** The icon of each group of the menu, by its key in the domain's MENU. Entries have none. */
export const GROUP_ICONS: Readonly<Record<string, TablerIcon>> = {
  setUpAndControl: IconSettings,
  carrierRoutingControl: IconRoute,
  returnsPortalControl: IconPackageImport,
  invoiceReconciliation: IconFileInvoice,
  orderManagement: IconPackage,
  reportsAndEnquiries: IconChartBar,
  managementReports: IconChartLine,
  feeds: IconTransfer,
}
