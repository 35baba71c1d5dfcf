import { Checkbox } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import styles from './fixed-routing.module.css'
import { categoryChoices } from './route-queries.ts'
import type { RouteSearch } from './route-search.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'

type CategoryFormProps = { readonly search: RouteSearch; readonly onChange: (part: Partial<RouteSearch>) => void }

/**
 * Filters the list as soon as a value changes. Specification 3: 'Category form: category, show_products_fixed,
 * include_skus_fixed.'
 */
export function CategoryForm({ search, onChange }: CategoryFormProps) {
  const categories = useQuery(categoryChoices)
  const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`
  return (
    <div className={styles.category} role="group" aria-label="Category">
      <SearchSelect
        size="xs"
        w={300}
        aria-label="Category"
        data={[
          { value: '', label: 'All categories' },
          ...(categories.data ?? []).map(({ category, skus, fixedRoutes }) => ({
            value: category,
            label: `${category} (${counted(skus, 'SKU', 'SKUs')}, ${counted(fixedRoutes, 'route', 'routes')})`,
          })),
        ]}
        value={search.category}
        onChange={(category) => onChange({ category: category ?? '' })}
        allowDeselect={false}
        error={categories.isError ? 'The categories could not be loaded' : undefined}
        nothingFoundMessage="No category with this name"
      />
      <Checkbox
        size="xs"
        label="With a fixed route"
        checked={search.fixed === 'true'}
        onChange={(event) => onChange({ fixed: event.currentTarget.checked ? 'true' : '' })}
      />
      <Checkbox
        size="xs"
        label="Include single SKUs"
        checked={search.skus !== 'false'}
        onChange={(event) => onChange({ skus: event.currentTarget.checked ? '' : 'false' })}
      />
    </div>
  )
}
