// The resources that assistants need who do one kind of work.
export const toolsets: Record<string, readonly string[]> = {
  finance: [
    'timesheets',
    'expenses',
    'invoices',
    'afps',
    'credit-notes',
    'billing-checks',
    'purchase-orders',
    'rates',
    'projects',
  ],
  recruitment: ['requisitions', 'workers', 'trades', 'rates', 'assignments', 'projects', 'sites'],
  workforce: ['workers', 'assignments', 'timesheets', 'expenses', 'sites', 'projects', 'companies', 'trades'],
}
